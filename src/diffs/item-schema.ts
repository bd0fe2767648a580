import { builder, JSON_NULL } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import type { AffectedOperation, TextSegment } from '../openapi-diff/model.ts';
import { invalidArgument } from '../platform/errors.ts';
import type { JsonValue } from '../platform/json.ts';
import type { Accepted, JudgedItem, JudgedSummary } from './judge.ts';

const ChangeType = wireEnum('DiffChangeType', 'The kind of a change.', {
  ENDPOINT_ADDED: [1, 'An operation was added.'],
  ENDPOINT_REMOVED: [2, 'An operation was removed.'],
  ENDPOINT_MODIFIED: [3, 'An operation changed in another way.'],
  PARAMETER_ADDED: [4, 'A parameter was added.'],
  PARAMETER_REMOVED: [5, 'A parameter was removed.'],
  PARAMETER_CHANGED: [6, 'A parameter changed.'],
  REQUEST_BODY_CHANGED: [7, 'A request body changed.'],
  RESPONSE_CHANGED: [8, 'A response changed.'],
  SECURITY_CHANGED: [9, 'The security requirements changed.'],
  DEPRECATION_CHANGED: [10, 'Something was deprecated, or is no longer deprecated.'],
  BLOCK_ADDED: [1, 'Markdown: a block was added.'],
  BLOCK_REMOVED: [2, 'Markdown: a block was removed.'],
  BLOCK_CHANGED: [3, 'Markdown: a block changed.'],
});

export const Severity = wireEnum('DiffSeverity', 'How a change affects clients of the API.', {
  INFO: [1, 'Harmless for every client that follows the old document.'],
  WARNING: [2, 'May break clients. The documents do not prove it.'],
  BREAKING: [3, 'Breaks clients that follow the old document.'],
});

const Operation = builder.objectRef<AffectedOperation>('AffectedOperation').implement({
  description: 'An operation that a change affects.',
  fields: t => ({
    method: t.exposeString('method', { description: 'HTTP method, upper case.' }),
    path: t.exposeString('path', { description: 'Path template.' }),
    operationId: t.exposeString('operationId', { nullable: true, description: 'The operationId of the operation.' }),
  }),
});

const valueArguments = builder.args(arg => ({
  maxCharacters: arg.int({
    description: 'Cut longer texts and end them with …; omit other longer values. At least 1.',
    extensions: { bounds: { minimum: 1 } },
  }),
}));

const Expansion = wireEnum('DiffExpansion', 'The parts of a change to return in full.', {
  OPERATIONS: ['operations', 'All affected operations.'],
});

const Ignored = builder.objectRef<Accepted>('IgnoredChange').implement({
  description: 'The acceptance of a change. The change remains visible but does not count.',
  fields: t => ({
    exceptionId: t.exposeID('id', { description: 'The exception.' }),
    reason: t.exposeString('reason', { description: 'Why it was accepted.' }),
    acceptedById: t.exposeID('createdById', { description: 'The user who accepted it.' }),
    acceptedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the acceptance expires and the change counts again; null for never.',
    }),
  }),
});

const SegmentKind = wireEnum('DiffSegmentKind', 'How words of a text changed.', {
  KEPT: ['kept', 'They are in both texts.'],
  REMOVED: ['removed', 'They are only in the old text.'],
  ADDED: ['added', 'They are only in the new text.'],
});

const Segment = builder.objectRef<TextSegment>('DiffSegment').implement({
  description: 'Consecutive words of a changed text that were kept, removed or added.',
  fields: t => ({
    kind: t.expose('kind', { type: SegmentKind, description: 'How the words changed.' }),
    text: t.exposeString('text', { description: 'The words, with the white space between them.' }),
  }),
});

export const DiffItem = builder.objectRef<JudgedItem>('DiffItem').implement({
  description: 'One change.',
  fields: t => ({
    rule: t.exposeString('rule', {
      description: 'Stable id of the rule that found it, such as response-property-removed.',
    }),
    key: t.exposeString('key', { description: 'Stable identity of the change. It does not depend on the message.' }),
    changeType: t.expose('changeType', { type: ChangeType, description: 'The kind of the change.' }),
    severity: t.expose('severity', {
      type: Severity,
      description: "How it affects clients, under the project's policy.",
    }),
    isBreaking: t.exposeBoolean('isBreaking', {
      description: 'Whether the severity is BREAKING and the change is not accepted.',
    }),
    mustHandle: t.exposeBoolean('mustHandle', {
      description: 'Whether a person must decide about it. Always false for an accepted change.',
    }),
    ignored: t.expose('ignored', {
      type: Ignored,
      nullable: true,
      description: 'The acceptance of the change; null if it is not accepted.',
    }),
    method: t.exposeString('method', { nullable: true, description: 'HTTP method of the first affected operation.' }),
    path: t.exposeString('path', { nullable: true, description: 'Path template of the first affected operation.' }),
    operationId: t.exposeString('operationId', {
      nullable: true,
      description: 'The operationId of the first affected operation.',
    }),
    affectedOperationCount: t.int({
      description: 'Number of affected operations.',
      resolve: item => item.affectedOperations.length,
    }),
    affectedOperations: t.expose('affectedOperations', {
      type: [Operation],
      description: 'The affected operations.',
    }),
    expandedOperations: t.field({
      type: [Operation],
      nullable: true,
      description: 'The affected operations, if requested by `expand`; otherwise null.',
      args: { expand: t.arg({ type: Expansion, description: 'OPERATIONS returns the affected operations.' }) },
      resolve: ({ affectedOperations }, { expand }) => (expand === 'OPERATIONS' ? affectedOperations : null),
    }),
    location: t.exposeString('location', {
      description:
        'JSON Pointer (RFC 6901) into the new document or, for removals, the old one. Markdown: /line/ and the line number.',
    }),
    pointerBefore: t.exposeString('pointerBefore', {
      nullable: true,
      description: 'JSON Pointer into the old document: to the changed element, or, if it was added, to its parent.',
    }),
    pointerAfter: t.exposeString('pointerAfter', {
      nullable: true,
      description: 'JSON Pointer into the new document: to the changed element, or, if it was removed, to its parent.',
    }),
    oldValue: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value before. If there is none, it is null in GraphQL and absent elsewhere.',
      args: valueArguments,
      resolve: ({ oldValue }, args) => shortValue(oldValue, args.maxCharacters),
    }),
    newValue: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value now. If there is none, it is null in GraphQL and absent elsewhere.',
      args: valueArguments,
      resolve: ({ newValue }, args) => shortValue(newValue, args.maxCharacters),
    }),
    segments: t.field({
      type: [Segment],
      nullable: true,
      description:
        'Markdown: the words of a changed block in reading order, about 8,000 characters at most. A longer block is reduced to the changed words and their neighbours, with … for gaps. Null for other changes, and for the blocks of a large revision that follow after the first 100,000 segments or 1,000,000 characters.',
      resolve: ({ segments }) => segments ?? null,
    }),
    message: t.exposeString('message', { description: 'The change, described in one sentence.' }),
    sortOrder: t.exposeInt('sortOrder', { description: 'Position in the diff, from 0.' }),
  }),
});

export const DiffSummary = builder.objectRef<JudgedSummary>('DiffSummary').implement({
  description: 'The counts of a comparison.',
  fields: t => {
    const count = (name: Exclude<keyof JudgedSummary, 'unchanged'>, description: string) =>
      t.exposeInt(name, { nullable: true, description });
    return {
      unchanged: t.exposeBoolean('unchanged', { description: 'Whether nothing changed in meaning.' }),
      addedEndpoints: count('addedEndpoints', 'OpenAPI: operations added.'),
      removedEndpoints: count('removedEndpoints', 'OpenAPI: operations removed.'),
      modifiedEndpoints: count('modifiedEndpoints', 'OpenAPI: operations changed.'),
      breakingChanges: count('breakingChanges', 'OpenAPI: items that are BREAKING.'),
      warnings: count('warnings', 'OpenAPI: items that are a WARNING.'),
      infos: count('infos', 'OpenAPI: items that are INFO.'),
      affectedOperations: count('affectedOperations', 'OpenAPI: operations that a change affects, each counted once.'),
      ignoredChanges: t.exposeInt('ignoredChanges', {
        description: 'Items that the team has accepted. No other count of items includes them.',
      }),
      addedLines: count('addedLines', 'Markdown: lines added, including those that do not change the meaning.'),
      removedLines: count('removedLines', 'Markdown: lines removed, including those that do not change the meaning.'),
      modifiedBlocks: count('modifiedBlocks', 'Markdown: blocks changed.'),
    };
  },
});

/** Shortens a value to `maxCharacters`: cuts long texts and omits other long values (null). */
function shortValue(value: JsonValue | undefined, maxCharacters: number | null | undefined): JsonValue | null {
  if (typeof maxCharacters === 'number' && maxCharacters < 1)
    throw invalidArgument('max_characters', 'must be at least 1');
  if (value === undefined) return null;
  if (value === null) return JSON_NULL;
  if (typeof maxCharacters !== 'number') return value;
  if (typeof value !== 'string') return JSON.stringify(value).length > maxCharacters ? null : value;
  return value.length > maxCharacters ? `${value.slice(0, maxCharacters).toWellFormed()}…` : value;
}
