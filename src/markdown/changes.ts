import type { Block } from './blocks.ts';
import type { Matching } from './match.ts';

/**
 * A change of a block. Blocks that moved together are one change with a group. A removed section is one change of its
 * heading, with all its blocks.
 */
export type Change = { before?: Block; after?: Block; moved?: Group; section?: Block[] };

/** How many blocks moved together, and how many sections they start. */
export type Group = { blocks: number; sections: number };

type Placed = { place: number; change: Change };

/** All changes in reading order: by their place in the new text; removed blocks between their old neighbours. */
export const changesOf = (matching: Matching): Change[] => {
  const { before, after, names, toAfter, toBefore, moved } = matching;
  const placed: Placed[] = findGroups(matching);
  let place = -1;
  let gone = 0;
  for (const block of before) {
    const partner = toAfter[block.index] as number;
    if (block.index < gone) continue;
    const section = partner < 0 ? removedSection(matching, block) : [];
    gone = block.index + section.length;
    if (section.length > 1) placed.push({ place: place + 0.5, change: { before: block, section } });
    else if (partner < 0) placed.push({ place: place + 0.5, change: { before: block } });
    else if (names.before[block.index] !== names.after[partner])
      placed.push({ place: partner, change: { before: block, after: after[partner] as Block } });
    if (partner >= 0 && moved[block.index] === 0) place = partner;
  }
  for (const block of after)
    if (toBefore[block.index] === -1) placed.push({ place: block.index, change: { after: block } });
  return placed.sort((a, b) => a.place - b.place).map(({ change }) => change);
};

/** The blocks of the section that begins with a heading, if all of them were removed; otherwise none. */
const removedSection = ({ before, toAfter }: Matching, heading: Block): Block[] => {
  if (!startsSection(heading)) return [];
  let end = heading.index + 1;
  for (; end < before.length; end++) {
    const block = before[end] as Block;
    if (startsSection(block) && levelOf(block) <= levelOf(heading)) break;
    if (toAfter[end] !== -1) return [];
  }
  return before.slice(heading.index, end);
};

const startsSection = ({ kind, frame }: Block): boolean => kind === 'heading' && frame === '';

const findGroups = (matching: Matching): Placed[] => {
  const { before, after, toAfter, moved } = matching;
  const groups: Placed[] = [];
  let last: Block | undefined;
  let group: ({ first: Block } & Group) | undefined;
  for (const block of before) {
    if (moved[block.index] === 0) continue;
    const partner = after[toAfter[block.index] as number] as Block;
    if (group === undefined || last === undefined || !continuesGroup(matching, last, block)) {
      group = { first: block, blocks: 0, sections: 0 };
      groups.push({ place: partner.index, change: { before: block, after: partner, moved: group } });
    }
    group.blocks++;
    if (block.kind === 'heading' && levelOf(block) <= levelOf(group.first)) group.sections++;
    last = block;
  }
  return groups;
};

const levelOf = ({ kind, text }: Block): number => (kind === 'heading' ? text.indexOf(' ') : 0);

/** Whether two moved blocks moved together: only added or removed blocks are between them. */
const continuesGroup = ({ toAfter, toBefore }: Matching, last: Block, next: Block): boolean => {
  const [from, to] = [toAfter[last.index] as number, toAfter[next.index] as number];
  for (let index = last.index + 1; index < next.index; index++) if (toAfter[index] !== -1) return false;
  for (let index = from + 1; index < to; index++) if (toBefore[index] !== -1) return false;
  return from < to;
};
