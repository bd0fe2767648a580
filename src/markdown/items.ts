import { createHash } from 'node:crypto';
import type { ChangeType, DiffItem } from '../diffs/model.ts';
import type { JsonValue } from '../platform/json.ts';
import type { Block } from './blocks.ts';
import { compareFrontMatter, type KeyChange } from './front-matter.ts';
import type { Change } from './moves.ts';
import { markWords } from './words.ts';

/** Past this many changes the rest is told as a number. */
const MAX_ITEMS = 10_000;
const MAX_SHOWN = 2_000;
/** Characters of changed blocks whose words are marked; past it only both texts are shown. */
const MAX_MARKED = 1_000_000;

type Outcome = 'added' | 'removed' | 'changed' | 'moved';
type Draft = Omit<DiffItem, 'key' | 'sortOrder'> & { identity: string };

const TYPES: Record<Outcome, ChangeType> = {
  added: 'BLOCK_ADDED',
  removed: 'BLOCK_REMOVED',
  changed: 'BLOCK_CHANGED',
  moved: 'BLOCK_CHANGED',
};

export const makeItems = (changes: Change[]): DiffItem[] => {
  const budget = { characters: MAX_MARKED };
  const repeated = new Map<string, number>();
  const items = changes
    .slice(0, MAX_ITEMS)
    .flatMap(change => draftsOf(change, budget))
    .map(({ identity, ...draft }, sortOrder): DiffItem => {
      const count = repeated.get(identity) ?? 0;
      repeated.set(identity, count + 1);
      return { ...draft, key: keyOf(count === 0 ? identity : `${identity} ${count}`), sortOrder };
    });
  const last = items.at(-1);
  if (changes.length > MAX_ITEMS && last !== undefined) {
    last.message += ` … and ${changes.length - MAX_ITEMS} more blocks changed.`;
  }
  return items;
};

const keyOf = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 32);

const outcomeOf = ({ before, after, moved }: Change): Outcome => {
  if (moved !== undefined) return 'moved';
  return before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
};

const draftsOf = (change: Change, budget: { characters: number }): Draft[] => {
  const block = (change.after ?? change.before) as Block;
  if (block.kind === 'front matter') {
    const keys = compareFrontMatter(change.before?.text ?? null, change.after?.text ?? null);
    if (keys !== null && keys.length > 0) return keys.map(key => keyDraft(change, key));
  }
  return [blockDraft(change, block, budget)];
};

const shown = (text: string): string => (text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`);

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

const blockDraft = (change: Change, block: Block, budget: { characters: number }): Draft => {
  const what = outcomeOf(change);
  const [old, now] = [change.before?.text, change.after?.text];
  const draft: Draft = {
    rule: `markdown-block-${what}`,
    identity: JSON.stringify([what, block.kind, block.section, old ?? null, now ?? null]),
    ...base(change, what),
    ...(old !== undefined && { oldValue: shown(old) }),
    ...(now !== undefined && { newValue: shown(now) }),
    message: sentence(change, block, what),
  };
  if (what !== 'changed' || old === undefined || now === undefined || budget.characters <= 0) return draft;
  const [left, right] = [shown(old), shown(now)];
  budget.characters -= left.length + right.length;
  return { ...draft, segments: markWords(left, right) };
};

const keyDraft = (change: Change, { key, before, after }: KeyChange): Draft => {
  const what: Outcome = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const small = (value: JsonValue): JsonValue => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length <= MAX_SHOWN ? value : shown(text);
  };
  return {
    rule: `markdown-front-matter-${what}`,
    identity: JSON.stringify(['front matter', what, key, before ?? null, after ?? null]),
    ...base(change, what),
    ...(before !== undefined && { oldValue: small(before) }),
    ...(after !== undefined && { newValue: small(after) }),
    message: `Front matter \`${key.slice(0, 80)}\` was ${what}`,
  };
};

const under = (section: string): string => (section === '' ? 'the top' : `"${section}"`);

const placeOf = ({ before, after }: Change): string =>
  before !== undefined && after !== undefined && before.section !== after.section
    ? ` from ${under(before.section)} to ${under(after.section)}`
    : '';

const sentence = (change: Change, { kind, text, section }: Block, what: Outcome): string => {
  const count = change.moved?.count ?? 1;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  const thing = kind === 'rest' ? 'Long part of the text' : kind === 'heading' && count > 1 ? 'Section' : name;
  const title = kind === 'heading' ? ` "${text.replace(/^#+ /, '').slice(0, 80)}"` : '';
  const company = count > 1 && kind !== 'heading' ? ` and ${count - 1} more block${count > 2 ? 's' : ''}` : '';
  const verb = company === '' ? 'was' : 'were';
  if (what === 'moved') return `${thing}${title}${company} ${verb} moved${placeOf(change)}`;
  const place = section === '' || kind === 'heading' ? '' : ` in "${section}"`;
  return `${thing}${title}${place} was ${what}`;
};
