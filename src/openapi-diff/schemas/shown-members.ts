import { type Context, type Engine, type Finding, type Findings, numberOfUse } from '../engine.ts';
import { canonical } from '../read/values.ts';
import type { Member, NormalSchema } from './normal-schema.ts';

type Sides = { before: Pick<NormalSchema, 'pointer'>; after: Pick<NormalSchema, 'pointer'> };

const ofMembers = new WeakMap<Engine, Map<string, Set<string>>>();

/**
 * Whether comparing a common member alone gives the same finding. A stricter keyword beside the member has a finding of
 * its own, although merged keywords have the location of one part only.
 */
export const isOfMember = (
  engine: Engine,
  context: Context,
  sides: Sides,
  [old, now]: readonly [Member, Member],
  item: Finding,
): boolean => {
  const known = ofMembers.get(engine) ?? new Map<string, Set<string>>();
  ofMembers.set(engine, known);
  const key = canonical([numberOfUse(context), context.root, old.target.pointer, now.target.pointer]);
  let identities = known.get(key);
  if (identities === undefined) {
    identities = new Set();
    // Already known while the member is compared, so that recursion ends.
    known.set(key, identities);
    const alone = { before: old.target, after: now.target };
    for (const found of compareUncounted(engine, context, old, now)) identities.add(identityOf(found, alone));
  }
  return identities.has(identityOf(item, sides));
};

const compareUncounted = (engine: Engine, context: Context, old: Member, now: Member): Findings => {
  const { findings, textChanges, unreportedTexts } = engine.counts;
  const found = engine.walk.compareMember(engine, context, old, now);
  Object.assign(engine.counts, { findings, textChanges, unreportedTexts });
  return found;
};

/** A finding without its own place on a side points to the whole schema there. */
const identityOf = (item: Finding, { before, after }: Sides): string => {
  const { rule, name, content, oldValue, newValue } = item;
  const [was, is] = [item.before === before.pointer ? '' : item.before, item.after === after.pointer ? '' : item.after];
  return canonical([rule.id, was, is, name, content, oldValue, newValue].map(value => value ?? null));
};
