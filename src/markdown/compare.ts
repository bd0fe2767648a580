import { createHash } from 'node:crypto';
import type { ChangeType, Comparison, DiffItem } from '../diffs/model.ts';
import { type Block, readBlocks } from './blocks.ts';
import { matchSequences } from './sequences.ts';
import { normalizeMarkdown } from './stable.ts';

/** Past this many changes the rest is told as a number. */
const MAX_ITEMS = 10_000;
const MAX_SHOWN = 2_000;

/** Compares two Markdown texts block by block; `before` is null for a first version, in which all is new. */
export const compareMarkdown = (before: string | null, after: string): Comparison => {
  const [old, now] = [before === null ? '' : normalizeMarkdown(before), normalizeMarkdown(after)];
  if (before !== null && old === now) {
    return { summary: { unchanged: true, addedLines: 0, removedLines: 0, modifiedBlocks: 0 }, items: [] };
  }
  const changes = matchBlocks(old === '' ? [] : readBlocks(old), readBlocks(now));
  const modifiedBlocks = changes.filter(({ before, after }) => before && after).length;
  const summary = { unchanged: false, ...countLines(linesOf(old), linesOf(now)), modifiedBlocks };
  return { summary, items: makeItems(changes) };
};

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').slice(0, -1));

const countLines = (before: string[], after: string[]) => {
  const kept = matchSequences(before, after).length;
  return { addedLines: after.length - kept, removedLines: before.length - kept };
};

type Change = { before?: Block; after?: Block };

/** Blocks of the same text are the same; what is left between them is changed, removed or added. */
const matchBlocks = (before: Block[], after: Block[]): Change[] => {
  const name = ({ kind, text }: Block): string => `${kind}\n${text}`;
  const matches = matchSequences(before.map(name), after.map(name));
  const changes: Change[] = [];
  let [a, b] = [0, 0];
  for (const [aNext, bNext] of [...matches, [before.length, after.length] as const]) {
    for (const change of pairUp(before.slice(a, aNext), after.slice(b, bNext))) changes.push(change);
    [a, b] = [aNext + 1, bNext + 1];
  }
  return changes;
};

/** How many blocks ahead a counterpart is looked for. */
const LOOK_AHEAD = 8;

const pairUp = (removed: Block[], added: Block[]): Change[] => {
  const changes: Change[] = [];
  let next = 0;
  for (const before of removed) {
    const offset = added.slice(next, next + LOOK_AHEAD).findIndex(after => isSuccessor(before, after));
    if (offset < 0) {
      changes.push({ before });
      continue;
    }
    for (const after of added.slice(next, next + offset)) changes.push({ after });
    changes.push({ before, after: added[next + offset] as Block });
    next += offset + 1;
  }
  for (const after of added.slice(next)) changes.push({ after });
  return changes;
};

const ALWAYS_SUCCEEDS = new Set<Block['kind']>(['front matter', 'table', 'code block', 'rest']);

/** Another text for the same thing: the same kind, and a good part of the words. */
const isSuccessor = (before: Block, after: Block): boolean => {
  if (before.kind !== after.kind) return false;
  if (ALWAYS_SUCCEEDS.has(before.kind)) return true;
  const [old, now] = [wordsOf(before.text), wordsOf(after.text)];
  const common = [...old].filter(word => now.has(word)).length;
  return common * 3 >= Math.min(old.size, now.size) && common > 0;
};

const wordsOf = (text: string): Set<string> => new Set(text.slice(0, MAX_SHOWN).match(/[\p{L}\p{N}]+/gu) ?? []);

const shown = (text: string): string => (text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`);

const makeItems = (changes: Change[]): DiffItem[] => {
  const repeated = new Map<string, number>();
  const items = changes.slice(0, MAX_ITEMS).map((change, sortOrder) => {
    const what = change.before === undefined ? 'added' : change.after === undefined ? 'removed' : 'changed';
    const { kind, section } = (change.after ?? change.before) as Block;
    const identity = JSON.stringify([what, kind, section, change.before?.text ?? null, change.after?.text ?? null]);
    const count = repeated.get(identity) ?? 0;
    repeated.set(identity, count + 1);
    return asItem(change, what, keyOf(count === 0 ? identity : `${identity} ${count}`), sortOrder);
  });
  const last = items.at(-1);
  if (changes.length > MAX_ITEMS && last !== undefined) {
    last.message += ` … and ${changes.length - MAX_ITEMS} more blocks changed.`;
  }
  return items;
};

const keyOf = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 32);

const TYPES = { added: 'BLOCK_ADDED', removed: 'BLOCK_REMOVED', changed: 'BLOCK_CHANGED' } satisfies Record<
  string,
  ChangeType
>;

const asItem = ({ before, after }: Change, what: keyof typeof TYPES, key: string, sortOrder: number): DiffItem => {
  const pointerBefore = before && `/line/${before.line}`;
  const pointerAfter = after && `/line/${after.line}`;
  return {
    rule: `markdown-block-${what}`,
    key,
    changeType: TYPES[what],
    ...{ severity: 'INFO', isBreaking: false, mustHandle: false, affectedOperations: [] },
    location: pointerAfter ?? pointerBefore ?? '',
    ...(pointerBefore && { pointerBefore }),
    ...(pointerAfter && { pointerAfter }),
    ...(before && { oldValue: shown(before.text) }),
    ...(after && { newValue: shown(after.text) }),
    message: sentence((after ?? before) as Block, what),
    sortOrder,
  };
};

const sentence = ({ kind, text, section }: Block, what: string): string => {
  const thing = kind === 'rest' ? 'Long part of the text' : kind.charAt(0).toUpperCase() + kind.slice(1);
  const title = kind === 'heading' ? ` "${text.replace(/^#+ /, '').slice(0, 80)}"` : '';
  const place = section === '' || kind === 'heading' ? '' : ` in "${section}"`;
  return `${thing}${title}${place} was ${what}`;
};
