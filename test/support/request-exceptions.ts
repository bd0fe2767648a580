/** Exceptions for tests that send requests generated from openapi.yaml, with their reasons. */

/** Excluded operations. */
export const openOperations: readonly { operation: string; reason: string }[] = [
  { operation: 'logout', reason: 'It ends the session that the run uses.' },
  { operation: 'changePassword', reason: 'Its example holds the password of the run: it would end the session.' },
  { operation: 'callMcp', reason: 'JSON-RPC: it takes MCP tokens, and its errors are no envelopes.' },
  { operation: 'testSystemAiProvider', reason: 'It calls the host that is named.' },
  { operation: 'testProjectAiProvider', reason: 'It calls the host that is named.' },
];

/** Regular expressions: `operations` for operationIds, `match` for the checked text. */
type Row = { operations: string; match: string; reason: string };

/** INVALID_ARGUMENT for requests that the schema allows. `match` is for "field: message" of each error. */
export const refusedThoughAllowed: readonly Row[] = [
  {
    operations: '^(create|update|upload|reupload|replace)Draft',
    match: '^(schema_content|content|content_kind)?: ',
    reason: 'What a document must be is the matter of the OpenAPI and Markdown specifications.',
  },
  {
    operations: 'Content$',
    match: '(normalized|stable|kind)',
    reason: 'OpenAPI has no stable and Markdown no normalized form: it depends on the document.',
  },
  {
    operations: '',
    match: 'must not contain|must be valid Unicode|must be well-formed Unicode|must not be blank',
    reason: 'Characters that do not show are told by Unicode properties, which patterns of JSON Schema may lack.',
  },
  {
    operations: 'Draft',
    match: 'is not known here',
    reason: 'The other fields of a form are those of the query: a generator cannot tell which.',
  },
  { operations: '', match: 'headers are larger than', reason: 'The length of an address is no matter of a schema.' },
  { operations: '', match: 'bytes$', reason: 'JSON Schema counts characters, this limit counts bytes of UTF-8.' },
  {
    operations: '^updateDraft$',
    match: 'Provide at least one field to change',
    reason: 'An empty list of files, or the path of a document alone, changes nothing.',
  },
  { operations: '^search$', match: '^q: must have a letter', reason: 'Letters of all scripts, by Unicode properties.' },
  { operations: '', match: '^email: ', reason: 'An address of letters of several scripts is refused.' },
  {
    operations: '^(createDraft|updateDraft)$',
    match: '^files: ',
    reason: 'Files in which there must be one document.',
  },
  { operations: 'Webhook$', match: '^url: ', reason: 'https:// and a public host, but for the hosts of a setting.' },
  { operations: '', match: 'must be in the future', reason: 'The time of the request is no matter of a schema.' },
  {
    operations: '',
    match: 'must be the id of an active user',
    reason: 'Whether a user is active is no matter of a schema.',
  },
  {
    operations: '^(create|update)Document$',
    match: '^relative_path: ',
    reason: 'Segments, the ending of Markdown files, and that it never changes.',
  },
  { operations: '^updateBranch$', match: '^is_default: ', reason: 'A document has one default branch.' },
  {
    operations: '^promoteDraft$',
    match: '^source_branch_id: ',
    reason: 'Exactly one of two: unions break generators.',
  },
  { operations: '^createDiff$', match: '^to_version_id: ', reason: 'Both versions belong to one document.' },
  { operations: '^acceptDiffException$', match: '^key: ', reason: 'The keys of changes come from diffs.' },
  { operations: '^updateDiffPolicy$', match: '^overrides', reason: 'The rules are those of docs/diff-rules.md.' },
  { operations: '^changePassword$', match: '^current_password: ', reason: 'It is known to its owner only.' },
  {
    operations: 'AiPrompt$',
    match: '^user_prompt_template: |^system_prompt: ',
    reason: 'Which placeholders are needed depends on the prompt.',
  },
  {
    operations: 'AiProvider$',
    match: '^(name|model|base_url|api_key|remove_api_key): ',
    reason: 'What is required depends on what is stored; hosts must be public.',
  },
  {
    operations: 'Comment$',
    match: '^(anchor|reply_to): ',
    reason: 'One place of the draft; a reply has that of its thread.',
  },
  { operations: '^createDocumentShare$', match: '^(password|expiry_preset): ', reason: 'Bytes; one of two names.' },
  { operations: '^(listMcpUsage|listAuditLogs|listDrafts)$', match: 'which means the same', reason: 'Two names.' },
];

/**
 * Requests that the schema forbids and the service accepts. `match` is for a description of the error, and for the sent
 * value: "null", "NAME: blank", "NAME: bytes" (other characters than ASCII), "NAME: no UUID" and "NAME: word".
 */
export const takenThoughForbidden: readonly Row[] = [
  { operations: '', match: 'null', reason: 'Clients send null for what they leave out; the description says so.' },
  {
    operations: '^list',
    match: '(_id|actor): ',
    reason: 'An id that is not a UUID matches nothing: the list is empty.',
  },
  {
    operations: '^create(Mcp|Api)Token$',
    match: 'expires_at: blank',
    reason: 'Existing clients send a blank one for none.',
  },
  {
    operations: '',
    match: 'password: bytes',
    reason: 'JSON Schema counts characters, this limit counts bytes of UTF-8.',
  },
  {
    operations: '',
    match: '(status|state|document_type|severity|kind|content_kind|context_type|profile|by|expand): word',
    reason: 'Filters take the number or the word, in any case; a union breaks generators.',
  },
];
