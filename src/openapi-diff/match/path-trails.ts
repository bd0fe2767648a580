import type { Context } from '../engine.ts';
import type { Operation } from '../read/operations.ts';

/** The trail of what the operations of a path share. Callbacks of different operations may have equal names. */
export const trailOfPath = ({ trail }: Context, { kind, template }: Operation): string =>
  kind === 'callback' ? trail : template;
