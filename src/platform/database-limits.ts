/**
 * Timeouts for PostgreSQL. A statement may take long (a large publish on a slow disk), so a short timeout cannot
 * distinguish a slow server from a lost answer. Another connection therefore checks statements that stay silent.
 */
export const LIMITS = {
  /** Wait for a free or a new connection, while the server is available. */
  connectMs: 10_000,
  /** Statement timeout of PostgreSQL itself. Migrations are exempt. */
  statementMs: 30_000,
  /** After this time a connection is destroyed: the server has cancelled the statement, so its answer was lost. */
  answerMs: 35_000,
  /** After this time without an answer, a probe asks the server whether it still works on the statement. */
  silenceMs: 1_500,
  /** Timeout of a probe, including connecting. After it, the server counts as unavailable. */
  probeMs: 3_000,
  /** Interval of checks while statements are silent or the server is unavailable. */
  pauseMs: 500,
  /** The embedded database has one connection. It may be busy this long before it counts as unavailable. */
  embeddedBusyMs: 5_000,
  /** Timeout of a health query to the embedded database. After it, the database counts as busy. */
  busyMs: 500,
} as const;
