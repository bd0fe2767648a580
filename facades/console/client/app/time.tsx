import { useSyncExternalStore } from 'react';

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** `now` and `at` in milliseconds since 1970. */
function formatAgo(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit === undefined ? 'just now' : relative.format(Math.trunc(seconds / size), unit);
}

const TICK_MS = 30_000;
let ticks = 0;

const subscribe = (listener: () => void) => {
  const timer = setInterval(() => {
    ticks += 1;
    listener();
  }, TICK_MS);
  return () => clearInterval(timer);
};

/** A relative time, such as "2 hours ago", with the exact time on hover. */
export function Ago({ at }: { at: string }) {
  useSyncExternalStore(subscribe, () => ticks);
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(time)}>
      {formatAgo(time, Date.now())}
    </time>
  );
}

export const formatExact = (at: string): string => exact.format(Date.parse(at));
