import type { Block } from './blocks.ts';

/** What became of a block. One that moved has the same text elsewhere, and `count` blocks moved together. */
export type Change = { before?: Block; after?: Block; moved?: Group };
/** The last of them, by its places before and after. */
type Group = { count: number; endBefore: number; endAfter: number };

const nameOf = ({ kind, text }: Block): string => `${kind}\n${text}`;

/** These stand everywhere and say nothing, so that finding them elsewhere is no move. */
const isTelling = ({ kind, text }: Block): boolean => kind !== 'rule' && kind !== 'front matter' && text.length > 2;

/** Blocks that went here and came there with the same text moved; those that moved side by side are one change. */
export const findMoves = (changes: Change[]): Change[] => {
  const arrivals = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.before !== undefined || change.after === undefined || !isTelling(change.after)) continue;
    const name = nameOf(change.after);
    const alike = arrivals.get(name);
    if (alike === undefined) arrivals.set(name, [change]);
    else alike.push(change);
  }
  const gone = new Set<Change>();
  let group: Group | null = null;
  for (const change of changes) {
    const { before } = change;
    if (before === undefined || change.after !== undefined) continue;
    const arrival = nextArrival(arrivals.get(nameOf(before)), group, before);
    if (arrival?.after === undefined) continue;
    gone.add(arrival);
    const [from, to] = [before.index, arrival.after.index];
    if (group !== null && group.endBefore === from - 1 && group.endAfter === to - 1) {
      group.count += 1;
      [group.endBefore, group.endAfter] = [from, to];
      gone.add(change);
    } else {
      group = { count: 1, endBefore: from, endAfter: to };
      change.after = arrival.after;
      change.moved = group;
    }
  }
  return changes.filter(change => !gone.has(change));
};

/** Of several with the same text the one that goes on where the previous block went. */
const nextArrival = (alike: Change[] | undefined, group: Group | null, before: Block): Change | undefined => {
  if (alike === undefined) return undefined;
  if (group?.endBefore === before.index - 1 && alike.length < 100) {
    const place = alike.findIndex(({ after }) => after?.index === group.endAfter + 1);
    if (place >= 0) return alike.splice(place, 1)[0];
  }
  return alike.shift();
};
