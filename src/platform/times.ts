export const DAY_MS = 24 * 3_600_000;

const RFC_3339 = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3])(:\d{2}){2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** The time in a text in RFC 3339 format; undefined if there is none, or not in the years 1 to 9999 in UTC. */
export function parseTime(text: string): Date | undefined {
  const day = RFC_3339.exec(text)?.[1];
  const time = new Date(text);
  // PostgreSQL has no year 0, and RFC 3339 has no year 10000.
  const year = time.getUTCFullYear();
  return day !== undefined && isDay(day) && year >= 1 && year <= 9999 ? time : undefined;
}

/** Whether a day such as 2026-01-31 exists. Date takes February 30 for March 2. */
export function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${text}T`);
}
