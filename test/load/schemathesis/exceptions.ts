/** What Schemathesis is not asked to judge, and why. */

/** Operations that are left out. */
export const openOperations: readonly { operation: string; reason: string }[] = [
  { operation: 'logout', reason: 'It ends the session that the run uses.' },
  { operation: 'callMcp', reason: 'JSON-RPC: it takes MCP tokens, and its errors are no envelopes.' },
  { operation: 'testSystemAiProvider', reason: 'It calls the host that is named.' },
  { operation: 'testProjectAiProvider', reason: 'It calls the host that is named.' },
];

/** `operations` and `match` are regular expressions; `match` is for "field: message" of each error. */
type Row = { operations: string; match: string; reason: string };

/** INVALID_ARGUMENT for requests that the schema allows. */
export const refusedThoughAllowed: readonly Row[] = [];

/** Requests that the schema forbids and the service takes. */
export const takenThoughForbidden: readonly Row[] = [
  { operations: '', match: 'null', reason: 'Clients send null for what they leave out; the description says so.' },
];
