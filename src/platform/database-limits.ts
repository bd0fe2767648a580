/**
 * How long PostgreSQL is waited for. A statement may take long (a large publish on a slow disk), so no short limit can
 * tell a slow server from a lost answer: a statement that stays silent is therefore looked into by another connection.
 */
export const LIMITS = {
  /** For a free or a new connection, while the server is there. */
  connectMs: 10_000,
  /** PostgreSQL itself ends a statement after this time. Migrations are excepted. */
  statementMs: 30_000,
  /** After this time a connection is destroyed: the server has ended the statement, so its answer is lost. */
  answerMs: 35_000,
  /** After this time without an answer the server is asked whether it still works on the statement. */
  silenceMs: 1_500,
  /** The server answers such a question within this time, connecting included, or it counts as away. */
  probeMs: 3_000,
  /** Between two looks at silent statements, or at a server that is away. */
  pauseMs: 500,
  /** The embedded database, which has one connection, may be busy this long before it counts as away. */
  embeddedBusyMs: 5_000,
  /** It is asked for this long before it counts as busy. */
  busyMs: 500,
} as const;
