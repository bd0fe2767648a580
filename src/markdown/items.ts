import { createHash } from 'node:crypto';
import type { ChangeType, DiffItem } from '../openapi-diff/model.ts';
import type { JsonValue } from '../platform/json.ts';
import { many } from '../platform/wording.ts';
import type { Block } from './blocks.ts';
import type { Change } from './changes.ts';
import { compareFrontMatter, type KeyChange } from './front-matter.ts';
import { type Outcome, outcomeOf, sentenceOf } from './sentences.ts';
import { type Marks, markChange } from './word-marks.ts';

/** Most changes in the result. The last message counts the rest. */
export const MAX_ITEMS = 10_000;
const MAX_SHOWN = 2_000;
/** Total characters of changed blocks whose words are marked. Further blocks only show both texts. */
const MAX_MARKED = 1_000_000;
/** Most characters that one side of a block uses of that budget: no more of it is compared by words. */
const MAX_CHARGED = 20_000;
/** Total parts of marked blocks, likewise: texts without blanks have a part for each few characters. */
const MAX_SEGMENTS = 100_000;

type Draft = Omit<DiffItem, 'key' | 'sortOrder'> & { identity: string };
type Budget = { characters: number; segments: number };

const TYPES: Record<Outcome, ChangeType> = {
  added: 'BLOCK_ADDED',
  removed: 'BLOCK_REMOVED',
  changed: 'BLOCK_CHANGED',
  moved: 'BLOCK_CHANGED',
};

export const makeItems = (changes: Change[]): DiffItem[] => {
  const budget = { characters: MAX_MARKED, segments: MAX_SEGMENTS };
  const repeated = new Map<string, number>();
  const drafts = changes.slice(0, MAX_ITEMS).flatMap(change => draftsOf(change, budget));
  const items = drafts.slice(0, MAX_ITEMS).map(({ identity, ...draft }, sortOrder): DiffItem => {
    const count = repeated.get(identity) ?? 0;
    repeated.set(identity, count + 1);
    return { ...draft, key: keyOf(count === 0 ? identity : `${identity} ${count}`), sortOrder };
  });
  const last = items.at(-1);
  const more = Math.max(changes.length - MAX_ITEMS, 0) + drafts.length - items.length;
  if (more > 0 && last !== undefined) last.message += ` … and ${many(more, 'more change')}.`;
  return items;
};

const keyOf = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 32);

const draftsOf = (change: Change, budget: Budget): Draft[] => {
  const block = (change.after ?? change.before) as Block;
  if (block.kind === 'front matter') {
    const keys = compareFrontMatter(change.before?.text ?? null, change.after?.text ?? null);
    if (keys !== null && keys.length > 0) return keys.map(key => keyDraft(change, key));
  }
  return [blockDraft(change, block, budget)];
};

const shorten = (text: string): string =>
  text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`;

const base = ({ before, after }: Change, what: Outcome) => {
  const [pointerBefore, pointerAfter] = [before && `/line/${before.line}`, after && `/line/${after.line}`];
  return {
    changeType: TYPES[what],
    ...{ severity: 'INFO' as const, isBreaking: false, mustHandle: false, affectedOperations: [] },
    location: pointerAfter ?? pointerBefore ?? '',
    ...(pointerBefore && { pointerBefore }),
    ...(pointerAfter && { pointerAfter }),
  };
};

const blockDraft = (change: Change, block: Block, budget: Budget): Draft => {
  const what = outcomeOf(change);
  const { before, after, section } = change;
  const removed = section === undefined ? before?.text : section.map(({ text }) => text).join('\n\n');
  const marks = what === 'changed' && before && after ? marksWithin(before, after, budget) : undefined;
  return {
    rule: `markdown-block-${what}`,
    identity: JSON.stringify([what, block.kind, block.section, removed ?? null, after?.text ?? null]),
    ...base(change, what),
    ...(removed !== undefined && { oldValue: shorten(removed) }),
    ...(after !== undefined && { newValue: shorten(after.text) }),
    message: sentenceOf(change, marks?.details ?? []).toWellFormed(),
    ...(marks && { segments: marks.segments }),
  };
};

const marksWithin = (before: Block, after: Block, budget: Budget): Marks | undefined => {
  if (budget.characters <= 0 || budget.segments <= 0) return undefined;
  budget.characters -= Math.min(before.text.length, MAX_CHARGED) + Math.min(after.text.length, MAX_CHARGED);
  const marks = markChange(before, after);
  budget.segments -= marks.segments.length;
  return marks;
};

const keyDraft = (change: Change, { path, before, after }: KeyChange): Draft => {
  const key = path.join('.');
  const what: Outcome = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const small = (value: JsonValue): JsonValue => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length <= MAX_SHOWN ? value : shorten(text);
  };
  return {
    rule: `markdown-front-matter-${what}`,
    identity: JSON.stringify(['front matter', what, key, before ?? null, after ?? null]),
    ...base(change, what),
    ...(before !== undefined && { oldValue: small(before) }),
    ...(after !== undefined && { newValue: small(after) }),
    message: `Front matter \`${key.slice(0, 80).toWellFormed()}\` was ${what}`,
  };
};
