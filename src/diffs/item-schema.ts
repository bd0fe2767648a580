import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import type { AffectedOperation, TextSegment } from '../openapi-diff/model.ts';
import type { JsonValue } from '../platform/json.ts';
import type { Accepted, JudgedItem, JudgedSummary } from './judge.ts';

const ChangeType = wireEnum('DiffChangeType', 'What kind of thing a change is about.', {
  ENDPOINT_ADDED: [1, 'An operation was added.'],
  ENDPOINT_REMOVED: [2, 'An operation was removed.'],
  ENDPOINT_MODIFIED: [3, 'An operation changed otherwise.'],
  PARAMETER_ADDED: [4, 'A parameter was added.'],
  PARAMETER_REMOVED: [5, 'A parameter was removed.'],
  PARAMETER_CHANGED: [6, 'A parameter changed.'],
  REQUEST_BODY_CHANGED: [7, 'A request body changed.'],
  RESPONSE_CHANGED: [8, 'A response changed.'],
  SECURITY_CHANGED: [9, 'Who may call changed.'],
  DEPRECATION_CHANGED: [10, 'Something was deprecated or taken back into use.'],
  BLOCK_ADDED: [1, 'Markdown: a block was added.'],
  BLOCK_REMOVED: [2, 'Markdown: a block was removed.'],
  BLOCK_CHANGED: [3, 'Markdown: a block changed.'],
});

export const Severity = wireEnum('DiffSeverity', 'What a change means for those who use the API.', {
  INFO: [1, 'Harmless for every client that follows the old document.'],
  WARNING: [2, 'May break clients: not provable from the documents.'],
  BREAKING: [3, 'Breaks clients that follow the old document.'],
});

const Operation = builder.objectRef<AffectedOperation>('AffectedOperation').implement({
  description: 'An operation that a change affects.',
  fields: t => ({
    method: t.exposeString('method', { description: 'HTTP method, upper case.' }),
    path: t.exposeString('path', { description: 'Path template.' }),
    operationId: t.exposeString('operationId', { nullable: true, description: 'operationId of the operation.' }),
  }),
});

const valueArguments = builder.args(arg => ({
  maxCharacters: arg.int({ description: 'A longer text is cut and ends in …; any other longer value is left out.' }),
}));

const Expansion = wireEnum('DiffExpansion', 'What of a change is written in full.', {
  OPERATIONS: ['operations', 'Every operation that it affects.'],
});

const Ignored = builder.objectRef<Accepted>('IgnoredChange').implement({
  description: 'Why a change stays visible and does not count: its team has accepted it.',
  fields: t => ({
    exceptionId: t.exposeID('id', { description: 'The exception.' }),
    reason: t.exposeString('reason', { description: 'Why it was accepted.' }),
    acceptedById: t.exposeID('createdById', { description: 'The user who accepted it.' }),
    acceptedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it counts again; null for never.',
    }),
  }),
});

const SegmentKind = wireEnum('DiffSegmentKind', 'What became of some words.', {
  KEPT: ['kept', 'They stand in both texts.'],
  REMOVED: ['removed', 'They stand in the old text only.'],
  ADDED: ['added', 'They stand in the new text only.'],
});

const Segment = builder.objectRef<TextSegment>('DiffSegment').implement({
  description: 'Words of a changed text that stayed, went or came together.',
  fields: t => ({
    kind: t.expose('kind', { type: SegmentKind, description: 'What became of them.' }),
    text: t.exposeString('text', { description: 'The words, with the blanks between them.' }),
  }),
});

export const DiffItem = builder.objectRef<JudgedItem>('DiffItem').implement({
  description: 'One change with one cause.',
  fields: t => ({
    rule: t.exposeString('rule', {
      description: 'Stable id of the rule that found it, such as response-property-removed.',
    }),
    key: t.exposeString('key', { description: 'Stable identity of the change; independent of the message.' }),
    changeType: t.expose('changeType', { type: ChangeType, description: 'What kind of thing changed.' }),
    severity: t.expose('severity', {
      type: Severity,
      description: "What it means for clients, by the project's policy.",
    }),
    isBreaking: t.exposeBoolean('isBreaking', {
      description: 'Whether the severity is BREAKING and nobody has accepted it.',
    }),
    mustHandle: t.exposeBoolean('mustHandle', {
      description: 'Whether a human has to decide on it; not when somebody has accepted it.',
    }),
    ignored: t.expose('ignored', {
      type: Ignored,
      nullable: true,
      description: 'Who accepted it and why; null for a change that counts.',
    }),
    method: t.exposeString('method', { nullable: true, description: 'HTTP method of the first affected operation.' }),
    path: t.exposeString('path', { nullable: true, description: 'Path template of the first affected operation.' }),
    operationId: t.exposeString('operationId', {
      nullable: true,
      description: 'operationId of the first affected operation.',
    }),
    affectedOperationCount: t.int({
      description: 'How many operations are affected.',
      resolve: item => item.affectedOperations.length,
    }),
    affectedOperations: t.expose('affectedOperations', {
      type: [Operation],
      description: 'The operations that are affected.',
    }),
    expandedOperations: t.field({
      type: [Operation],
      nullable: true,
      description: 'The operations that are affected, for those who ask to expand them.',
      args: { expand: t.arg({ type: Expansion, description: 'OPERATIONS lists them; else null.' }) },
      resolve: ({ affectedOperations }, { expand }) => (expand === 'OPERATIONS' ? affectedOperations : null),
    }),
    location: t.exposeString('location', {
      description:
        'JSON pointer (RFC 6901) into the new document or, for removals, the old one; Markdown: /line/ and the line.',
    }),
    pointerBefore: t.exposeString('pointerBefore', {
      nullable: true,
      description: 'Where it stood in the old document: the thing, or what it was missing in.',
    }),
    pointerAfter: t.exposeString('pointerAfter', {
      nullable: true,
      description: 'Where it stands in the new document: the thing, or what it is missing in.',
    }),
    oldValue: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What was there before.',
      args: valueArguments,
      resolve: ({ oldValue }, args) => shortValue(oldValue, args.maxCharacters),
    }),
    newValue: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What is there now.',
      args: valueArguments,
      resolve: ({ newValue }, args) => shortValue(newValue, args.maxCharacters),
    }),
    segments: t.field({
      type: [Segment],
      nullable: true,
      description:
        'Markdown: the words of a changed block in reading order, about 8,000 characters at most; of a longer one those that changed and those beside them, with … for what is left out. Else null.',
      resolve: ({ segments }) => segments ?? null,
    }),
    message: t.exposeString('message', { description: 'The change in a sentence.' }),
    sortOrder: t.exposeInt('sortOrder', { description: 'Position in the diff, from 0.' }),
  }),
});

export const DiffSummary = builder.objectRef<JudgedSummary>('DiffSummary').implement({
  description: 'The figures of a comparison.',
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
        description: 'Items that the team has accepted; they are in no other count of items.',
      }),
      addedLines: count('addedLines', 'Markdown: lines added, also those that say nothing new.'),
      removedLines: count('removedLines', 'Markdown: lines removed, also those that said nothing.'),
      modifiedBlocks: count('modifiedBlocks', 'Markdown: blocks changed.'),
    };
  },
});

/** A value for readers with little room: a long text is cut, any other long value is left out. */
function shortValue(value: JsonValue | undefined, maxCharacters: number | null | undefined): JsonValue | null {
  if (value === undefined) return null;
  if (typeof maxCharacters !== 'number') return value;
  if (typeof value !== 'string') return JSON.stringify(value).length > maxCharacters ? null : value;
  return value.length > maxCharacters ? `${value.slice(0, maxCharacters).toWellFormed()}…` : value;
}
