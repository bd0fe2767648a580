import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { fewAtOnce } from '../contents/few-at-once.ts';
import { runTask } from '../contents/run-task.ts';
import { loadPacked } from '../contents/texts.ts';
import { whereIs } from '../contents/where-is.ts';
import type { MarkedLine } from '../contents/worker/find.ts';
import { typeOfFormat } from '../documents/model.ts';
import { keysFound } from '../drafts/previews.ts';
import type { Comment, Draft } from '../generated/prisma/client.ts';
import { type Batch, batched, prime, rowsByKey } from '../lists/batch.ts';
import { failedPrecondition, invalidArgument } from '../platform/errors.ts';

// Anchors of threads: a change, a place in the document, or a line. When the draft changes, anchors move or become
// outdated.

export type AnchorInput = {
  changeKey?: string | null;
  pointer?: string | null;
  line?: number | null;
  /** The revision of the draft in which the caller saw the place. */
  revision?: string | null;
};

/** The stored form of an anchor. */
export type Anchor = Pick<Comment, 'changeKey' | 'pointer' | 'line' | 'lineText' | 'lineMarks'>;

/** The anchor's place in the current draft. Outdated if it no longer exists. */
export type Place = { line: number | null; isOutdated: boolean };

const NOWHERE: Anchor = { changeKey: null, pointer: null, line: null, lineText: null, lineMarks: null };
const KEY = /^[0-9a-f]{32}$/;
const POINTER = /^(\/([^~/]|~[01])*)+$/;
const MAX_POINTER = 2000;
const MAX_LINE = 16 * 1024 * 1024;
/** Longer lines, such as minified JSON, are found by their number alone. */
const MAX_LINE_TEXT = 10_000;

/** Validates an anchor of the caller: exactly one kind, and the place must exist. */
export async function checkAnchor(context: Context, draft: Draft, input: AnchorInput | null | undefined) {
  if (input === null || input === undefined) return NOWHERE;
  const { changeKey, pointer, line, revision } = input;
  if ([changeKey, pointer, line].filter(value => (value ?? null) !== null).length !== 1)
    throw invalidArgument('anchor', 'must have exactly one of change_key, pointer and line');
  if ((revision ?? draft.revision) !== draft.revision)
    throw failedPrecondition('anchor.revision is stale: the draft has changed since it was read. Read it again');
  if (typeof changeKey === 'string') return anchorAtChange(context, draft, changeKey);
  if (typeof pointer === 'string') return anchorAtPointer(context, draft, pointer);
  return anchorAtLine(context, draft, line as number);
}

async function anchorAtChange(context: Context, draft: Draft, changeKey: string): Promise<Anchor> {
  const [isChange] = KEY.test(changeKey) ? await keysFound(context, draft, [changeKey]) : [];
  if (!isChange) throw invalidArgument('anchor', 'change_key must be the key of a change of this draft');
  return { ...NOWHERE, changeKey };
}

async function anchorAtPointer(context: Context, draft: Draft, pointer: string): Promise<Anchor> {
  if (typeOfFormat(draft.documentFormat) === 'MARKDOWN')
    throw invalidArgument('anchor', 'pointer is for OpenAPI: for Markdown, send line or change_key');
  const isOne = pointer.length <= MAX_POINTER && POINTER.test(pointer);
  const [found] = isOne ? await pointersFound(context, draft.canonicalHash, [pointer]) : [];
  if (!found) throw invalidArgument('anchor', 'pointer must be a JSON pointer to something in this draft');
  return { ...NOWHERE, pointer };
}

async function anchorAtLine(context: Call, draft: Draft, line: number): Promise<Anchor> {
  const content = line > 0 && line <= MAX_LINE ? await loadPacked(context.db, draft.contentHash) : undefined;
  const found =
    content && (await runTask<MarkedLine | null>(context, 'markedLine', { content, line, kind: kindOf(draft) }));
  if (!found) throw invalidArgument('anchor', 'line must be the number of a line of this draft');
  const { text, marks } = found;
  return isStorable(text)
    ? { ...NOWHERE, line, lineText: text, lineMarks: marksText(draft, marks) }
    : { ...NOWHERE, line };
}

/** The stored marks of a line, with the text that it is a line of: as long as that stays, so does its number. */
const marksText = ({ contentHash }: Draft, marks: string[]): string => [contentHash, ...marks].join(' ');
const marksIn = ({ lineMarks }: Comment): string[] | null => lineMarks?.split(' ').slice(1) ?? null;
const isUnchanged = ({ lineMarks }: Comment, { contentHash }: Draft): boolean =>
  lineMarks?.startsWith(contentHash) === true;

const kindOf = ({ documentFormat }: Draft) => (typeOfFormat(documentFormat) === 'MARKDOWN' ? 'markdown' : 'data');

/** Whether the database can store the text of a line. Else only the line number is stored. */
const isStorable = (text: string): boolean =>
  text.length <= MAX_LINE_TEXT && text.isWellFormed() && !text.includes('\0');

/** The current place of a thread. Loaded once for all comments of an execution. */
export const placeOf = (context: Context, comment: Comment): Promise<Place> => batched(context, places, comment);

/** The place of a thread that was just started: the anchor has been checked. */
export const placeNew = (context: Context, comment: Comment): void =>
  prime(context, places, comment, { line: comment.line, isOutdated: false });

const draftOfId: Batch<string, Draft | null> = {
  load: ({ db }, ids) => rowsByKey(ids, 'id', db.draft.findMany({ where: { id: { in: [...ids] } } })),
};

const places: Batch<Comment, Place> = {
  idOf: ({ id }) => id,
  async load(context, comments) {
    const found = new Map<string, Place>();
    const anchored = comments.filter(({ changeKey, pointer, line }) => changeKey ?? pointer ?? line);
    const byDraft = Map.groupBy(anchored, ({ draftId }) => draftId);
    const drafts = await Promise.all([...byDraft.keys()].map(draftId => batched(context, draftOfId, draftId)));
    await fewAtOnce(drafts, async draft => {
      const ofDraft = byDraft.get(draft?.id ?? '') ?? [];
      if (draft !== null) for (const [id, place] of await placesIn(context, draft, ofDraft)) found.set(id, place);
    });
    return comments.map(({ id, line }) => found.get(id) ?? { line, isOutdated: false });
  },
};

async function placesIn(context: Context, draft: Draft, comments: Comment[]): Promise<Map<string, Place>> {
  const [keys, pointers, lines] = await Promise.all([
    foundKeys(context, draft, comments),
    foundPointers(context, draft, comments),
    foundLines(context, draft, comments),
  ]);
  return new Map(
    comments.map(({ id, changeKey, pointer, line }) => {
      if (changeKey !== null) return [id, { line: null, isOutdated: !keys.get(changeKey) }];
      if (pointer !== null) return [id, { line: null, isOutdated: !pointers.get(pointer) }];
      const now = lines.get(id) ?? null;
      return [id, { line: now ?? line, isOutdated: now === null }];
    }),
  );
}

async function foundKeys(context: Context, draft: Draft, comments: Comment[]): Promise<Map<string, boolean>> {
  const keys = [...new Set(comments.flatMap(({ changeKey }) => changeKey ?? []))];
  const found = keys.length > 0 ? await keysFound(context, draft, keys) : [];
  return new Map(keys.map((key, index) => [key, found[index] as boolean]));
}

async function pointersFound(call: Call, canonicalHash: string, pointers: string[]): Promise<boolean[]> {
  const places = await whereIs(
    pointers,
    pointer => `${canonicalHash} ${pointer}`,
    async missing => {
      const canonical = await loadPacked(call.db, canonicalHash);
      return runTask<boolean[]>(call, 'findPointers', { canonical, pointers: missing });
    },
  );
  return places.map(at => at === true);
}

async function foundPointers(call: Call, draft: Draft, comments: Comment[]): Promise<Map<string, boolean>> {
  const pointers = [...new Set(comments.flatMap(({ pointer }) => pointer ?? []))];
  const found = await pointersFound(call, draft.canonicalHash, pointers);
  return new Map(pointers.map((pointer, index) => [pointer, found[index] as boolean]));
}

/** The current line of each anchored comment, by comment id. */
async function foundLines(call: Call, draft: Draft, comments: Comment[]): Promise<Map<string, number | null>> {
  const ofLines = comments.filter(({ line }) => line !== null);
  const anchored = ofLines.filter(comment => !isUnchanged(comment, draft));
  const places = await whereIs(
    anchored,
    ({ id }) => `${draft.contentHash} ${id}`,
    async missing => {
      const content = await loadPacked(call.db, draft.contentHash);
      const lines = missing.map(one => ({ line: one.line as number, text: one.lineText, marks: marksIn(one) }));
      return runTask<(number | null)[]>(call, 'findLines', { content, lines, kind: kindOf(draft) });
    },
  );
  const unchanged = ofLines.map(({ id, line }): [string, number | null] => [id, line]);
  return new Map([...unchanged, ...anchored.map(({ id }, index) => [id, places[index] as number | null] as const)]);
}
