import type { Writable } from 'node:stream';
import pg from 'pg';
import utils from 'pg/lib/utils.js';

/** `name`: the prepared statement in PostgreSQL. A statement with an empty name is not kept. */
export type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

/** Whether a batch starts with BEGIN, and whether it ends with COMMIT. */
type Frame = { readonly begins?: boolean; readonly commits?: boolean };

type Row = Record<string, unknown>;

/** Members of a pg connection that the types of pg do not declare. */
type Connection = {
  readonly stream: Writable;
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
} & Record<'parse' | 'bind' | 'describe' | 'execute' | 'close', (message: object) => void>;

type Field = { readonly name: string; readonly dataTypeID: number };

type Columns = { readonly empty: Row; readonly parsers: readonly [name: string, parse: (text: string) => unknown][] };

const NO_COLUMNS: Columns = { empty: {}, parsers: [] };

/**
 * The columns of the statements that a connection has prepared, by name. They never change: after a migration that would
 * change them, PostgreSQL refuses the statement.
 */
const described = new WeakMap<Connection, Map<string, Columns>>();

/**
 * Sends several statements together, with one Sync at the end: if one fails, PostgreSQL skips the rest. Each statement sees
 * what was committed before it starts. To pg, a batch is one query. Unlike pg's own queries, a batch asks for the columns of a
 * prepared statement only once.
 */
export class Batch {
  /** Set by pg. */
  callback: ((error: unknown, results?: Row[][]) => void) | undefined;
  readonly statements: readonly Statement[];
  readonly #frame: Frame;
  /** Whether PostgreSQL answers the statements now, not the BEGIN before them. */
  #hasBegun: boolean;
  readonly #results: Row[][] = [];
  #rows: Row[] = [];
  #columns: Columns | undefined;
  #connection: Connection | undefined;

  constructor(statements: readonly Statement[], frame: Frame = {}) {
    this.statements = statements.map(({ values, ...statement }) => ({
      ...statement,
      values: values.map(utils.prepareValue),
    }));
    this.#frame = frame;
    this.#hasBegun = frame.begins !== true;
  }

  /** The name of the current statement. After each Parse, pg records `name` and `text` as prepared on the connection. */
  get name(): string {
    return this.#current()?.name ?? '';
  }

  get text(): string {
    return this.#current()?.text ?? '';
  }

  #current(): Statement | undefined {
    return this.#hasBegun ? this.statements[this.#results.length] : undefined;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.stream.cork();
    try {
      if (this.#frame.begins) sendUnnamed(connection, 'BEGIN');
      for (const statement of this.statements) this.#send(connection, statement);
      if (this.#frame.commits) sendUnnamed(connection, 'COMMIT');
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #send(connection: Connection, { name, text, values }: Statement): void {
    const { parsedStatements, submittedNamedStatements } = connection;
    const isPrepared = name !== '' && (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined;
    if (!isPrepared) connection.parse({ name, text });
    if (!isPrepared && name !== '') submittedNamedStatements[name] = text;
    connection.bind({ statement: name, values });
    if (described.get(connection)?.has(name) !== true) connection.describe({ type: 'P' });
    connection.execute({});
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = {
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
      parsers: fields.map(({ name, dataTypeID }) => [name, pg.types.getTypeParser(dataTypeID, 'text')]),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { empty, parsers } = this.#known();
    const row = { ...empty };
    for (let index = 0; index < fields.length; index += 1) {
      const text = fields[index];
      if (text === null || text === undefined) continue;
      const [name, parse] = parsers[index] as (typeof parsers)[number];
      row[name] = parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text: command }: { readonly text: string }): void {
    if (command === 'BEGIN') this.#hasBegun = true;
    if (command === 'BEGIN' || command === 'COMMIT') return;
    const { name } = this;
    const connection = this.#connection as Connection;
    const known = described.get(connection) ?? new Map<string, Columns>();
    described.set(connection, known);
    if (name !== '') known.set(name, this.#known());
    this.#results.push(this.#rows);
    [this.#rows, this.#columns] = [[], undefined];
  }

  #known(): Columns {
    this.#columns ??= described.get(this.#connection as Connection)?.get(this.name) ?? NO_COLUMNS;
    return this.#columns;
  }

  handleReadyForQuery(): void {
    this.callback?.(null, this.#results);
  }

  handleError(error: unknown): void {
    // PostgreSQL has not prepared the statements that it skipped.
    for (const { name } of this.statements) delete this.#connection?.submittedNamedStatements[name];
    this.callback?.(error);
  }
}

function sendUnnamed(connection: Connection, text: string): void {
  connection.parse({ text });
  connection.bind({});
  connection.execute({});
}

/** Closes a prepared statement of a connection that works on no query. PostgreSQL answers together with the next query. */
export function closeStatement(client: pg.ClientBase, name: string): void {
  const { connection } = client as unknown as { connection: Connection };
  connection.close({ type: 'S', name });
  delete connection.parsedStatements[name];
  described.get(connection)?.delete(name);
}
