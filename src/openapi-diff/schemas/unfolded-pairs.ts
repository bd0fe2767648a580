import { ComparisonTooLarge, MAX_UNFOLDED_PAIRS } from '../budgets.ts';
import type { Context, Engine } from '../engine.ts';
import type { Node } from './schema-map.ts';

export const pairKey = (before: Node, after: Node): string =>
  [before, after].map(node => node.map(({ pointer }) => pointer).join()).join(' ');

/** Members that lead back to themselves are unfolded once for each reference, so that recursion ends. */
export const isUnfoldedAlready = (
  engine: Engine,
  context: Context,
  before: Node,
  after: Node,
  place: 'alone' | 'beside' = 'alone',
): boolean => {
  const { unit, direction, family, inert } = context;
  const key = `${unit.index} ${direction} ${family} ${inert} ${place} ${pairKey(before, after)}`;
  if (engine.unfolded.has(key)) return true;
  engine.unfolded.add(key);
  if (engine.unfolded.size > MAX_UNFOLDED_PAIRS)
    throw new ComparisonTooLarge(`${MAX_UNFOLDED_PAIRS} pairs of unfolded schemas`);
  return false;
};
