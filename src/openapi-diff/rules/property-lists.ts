import type { JsonObject } from '../../platform/json.ts';
import type { Direction, Effect } from '../law.ts';
import { type Example, reversed, schemas } from './examples.ts';
import { BY_LAW, isOutsideBodies, isUndescribed, type Levels, UNSEEN_BY_OASDIFF } from './levels.ts';
import { NOTHING, type Occurrence, PLACE, type Rule, type RuleFacts } from './rule.ts';

/** One property of an object, before and after. */
export type PropertyPair = {
  name: string;
  direction: Direction;
  before: PropertySide | null;
  after: PropertySide | null;
  /** The pointers of the object that the property was added to or removed from. */
  objectBefore: string;
  objectAfter: string;
  /** The object refuses properties that are not named. */
  closedBefore: boolean;
  closedAfter: boolean;
  /** The object is the value of a request header. */
  inHeader: boolean;
};

export type PropertySide = {
  pointer: string;
  /** Named in `properties`, not only in `required`. */
  defined: boolean;
  required: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  hasDefault: boolean;
};

/** readOnly takes a property out of requests, writeOnly out of responses. */
export const isInert = (side: PropertySide, direction: Direction): boolean =>
  direction === 'request' ? side.readOnly : side.writeOnly;

export const anyInert = ({ before, after, direction }: PropertyPair): boolean =>
  (before !== null && isInert(before, direction)) || (after !== null && isInert(after, direction));

export type PropertyRow = RuleFacts & {
  when: (pair: PropertyPair) => boolean;
  says: string;
  /** The effect, if it depends on the case. */
  effectOf?: (pair: PropertyPair) => Effect;
};

export const propertyRule = ({ when, says, effectOf, ...facts }: PropertyRow): Rule<PropertyPair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    if (!when(pair)) return NOTHING;
    const { name, before, after, objectBefore, objectAfter } = pair;
    const found = { before: before?.pointer ?? objectBefore, after: after?.pointer ?? objectAfter, name, says };
    return [effectOf ? { ...found, effect: effectOf(pair) } : found];
  },
});

/** A property that both sides require was not added, even if the old side does not describe it. */
const comes = ({ before, after }: PropertyPair): boolean =>
  !before?.defined && after?.defined === true && !(before?.required && after.required);
/** A property that both sides require was not removed, unless the new side refuses it. */
const goes = ({ before, after, closedAfter }: PropertyPair): boolean =>
  before?.defined === true && !after?.defined && !(before.required && after?.required && !closedAfter);

export const comesOrGoes = (pair: PropertyPair): boolean => comes(pair) || goes(pair);
export const inRequest = ({ direction }: PropertyPair): boolean => direction === 'request';
export const inResponse = ({ direction }: PropertyPair): boolean => direction === 'response';
export const becomesRequired = (pair: PropertyPair): boolean =>
  !comes(pair) && !pair.before?.required && !!pair.after?.required;
export const becomesOptional = (pair: PropertyPair): boolean =>
  !goes(pair) && !!pair.before?.required && !pair.after?.required;

const comesRequired = (pair: PropertyPair): boolean => comes(pair) && !!pair.after?.required;
const effectOfAddition = ({ closedBefore }: PropertyPair): Effect => (closedBefore ? 'may-widen' : 'adds');

export const text = (rest: JsonObject = {}): JsonObject => ({ type: 'string', ...rest });
export const owner = (property: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties: { owner: property },
  required,
});
const nobody: JsonObject = { type: 'object' };
export const DEFAULT = { default: 'me' };
const OPTIONAL: Example = schemas(nobody, owner(text()));
const REQUIRED: Example = schemas(nobody, owner(text(), 'owner'));
const CLOSED: JsonObject = { additionalProperties: false };
/** The name stays in `required`, but the closed object refuses it. */
const REQUIRED_IN_VAIN: Example = schemas(
  { ...owner(text(), 'owner'), ...CLOSED },
  { ...nobody, ...CLOSED, required: ['owner'] },
);
export const BECOMES_REQUIRED: Example = schemas(owner(text()), owner(text(), 'owner'));
export const WRITE_ONLY = { writeOnly: true };
export const READ_ONLY = { readOnly: true };

/** oasdiff does not look into objects that parameters and headers hold. */
const ONLY_INSIDE_BODIES: Levels = { ...BY_LAW, oasdiff: { cases: [['INFO', isOutsideBodies]] } };
/** oasdiff looks neither into those objects, nor at properties that only `required` names. */
export const ONLY_DESCRIBED: Levels = {
  ...BY_LAW,
  oasdiff: {
    cases: [
      ['INFO', isOutsideBodies],
      ['INFO', isUndescribed],
    ],
  },
};
const WARNING_OF_OASDIFF: Levels = { ...BY_LAW, oasdiff: 'WARNING' };

/** Properties that appear or disappear. */
export const lists: Rule<PropertyPair>[] = [
  propertyRule({
    id: 'new-required-request-property',
    direction: 'request',
    effect: 'narrows',
    when: pair =>
      inRequest(pair) && !pair.inHeader && !anyInert(pair) && comesRequired(pair) && !pair.after?.hasDefault,
    says: `was added to ${PLACE} as required`,
    location: 'after',
    levels: ONLY_INSIDE_BODIES,
    checks: 'own id',
    examples: [REQUIRED],
  }),
  propertyRule({
    id: 'new-required-request-header-property',
    direction: 'request',
    effect: 'narrows',
    when: pair => inRequest(pair) && pair.inHeader && !anyInert(pair) && comesRequired(pair) && !pair.after?.hasDefault,
    says: `was added to ${PLACE} as required`,
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [REQUIRED],
  }),
  propertyRule({
    id: 'new-required-request-property-with-default',
    direction: 'request',
    effect: 'narrows',
    when: pair => inRequest(pair) && !anyInert(pair) && comesRequired(pair) && !!pair.after?.hasDefault,
    says: `was added to ${PLACE} as required, with a default`,
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [schemas(nobody, owner(text(DEFAULT), 'owner'))],
  }),
  propertyRule({
    id: 'new-optional-request-property',
    direction: 'request',
    effect: 'adds',
    when: pair => inRequest(pair) && !anyInert(pair) && comes(pair) && !pair.after?.required,
    says: `was added to ${PLACE}`,
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [OPTIONAL],
  }),
  propertyRule({
    id: 'response-required-property-added',
    direction: 'response',
    effect: 'may-change',
    when: pair => inResponse(pair) && !anyInert(pair) && comesRequired(pair),
    says: `was added to ${PLACE}`,
    effectOf: effectOfAddition,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'own id',
    examples: [REQUIRED],
  }),
  propertyRule({
    id: 'response-optional-property-added',
    direction: 'response',
    effect: 'may-change',
    when: pair => inResponse(pair) && !anyInert(pair) && comes(pair) && !pair.after?.required,
    says: `was added to ${PLACE}`,
    effectOf: effectOfAddition,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'own id',
    examples: [OPTIONAL],
  }),
  propertyRule({
    id: 'request-property-removed',
    direction: 'request',
    effect: 'may-change',
    when: pair => inRequest(pair) && !anyInert(pair) && goes(pair),
    says: `was removed from ${PLACE}`,
    effectOf: pair => (pair.closedAfter ? 'narrows' : 'may-remove'),
    location: 'before',
    levels: WARNING_OF_OASDIFF,
    checks: 'own id',
    examples: [reversed(OPTIONAL)],
  }),
  propertyRule({
    id: 'response-required-property-removed',
    direction: 'response',
    effect: 'removes',
    when: pair => inResponse(pair) && !anyInert(pair) && goes(pair) && !!pair.before?.required,
    says: `was removed from ${PLACE}, where it was required`,
    location: 'before',
    levels: ONLY_INSIDE_BODIES,
    checks: 'own id',
    examples: [reversed(REQUIRED), REQUIRED_IN_VAIN],
  }),
  // Known by this name; oasdiff calls it `response-optional-property-removed`.
  propertyRule({
    id: 'response-property-removed',
    direction: 'response',
    effect: 'removes',
    when: pair => inResponse(pair) && !anyInert(pair) && goes(pair) && !pair.before?.required,
    says: `was removed from ${PLACE}`,
    location: 'before',
    levels: { ...WARNING_OF_OASDIFF, lenient: 'WARNING' },
    checks: 'none',
    examples: [reversed(OPTIONAL)],
    alsoCovers: { response: 'response-optional-property-removed' },
  }),
];

/** Properties that their direction leaves out: readOnly in a request, writeOnly in a response. */
export const inertLists: Rule<PropertyPair>[] = [
  propertyRule({
    id: 'request-read-only-property-added',
    direction: 'request',
    effect: 'describes',
    when: pair => inRequest(pair) && anyInert(pair) && comes(pair),
    says: `was added to ${PLACE}`,
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [schemas(nobody, owner(text(READ_ONLY)))],
  }),
  propertyRule({
    id: 'request-read-only-property-removed',
    direction: 'request',
    effect: 'describes',
    when: pair => inRequest(pair) && anyInert(pair) && goes(pair),
    says: `was removed from ${PLACE}`,
    location: 'before',
    levels: BY_LAW,
    checks: 'none',
    examples: [schemas(owner(text(READ_ONLY)), nobody)],
  }),
  propertyRule({
    id: 'response-required-write-only-property-added',
    direction: 'response',
    effect: 'describes',
    when: pair => inResponse(pair) && anyInert(pair) && comes(pair) && pair.after?.required === true,
    says: `was added to ${PLACE}`,
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [schemas(nobody, owner(text(WRITE_ONLY), 'owner'))],
  }),
  propertyRule({
    id: 'response-required-write-only-property-removed',
    direction: 'response',
    effect: 'describes',
    when: pair => inResponse(pair) && anyInert(pair) && goes(pair) && pair.before?.required === true,
    says: `was removed from ${PLACE}`,
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [schemas(owner(text(WRITE_ONLY), 'owner'), nobody)],
  }),
  propertyRule({
    id: 'response-optional-write-only-property-added',
    direction: 'response',
    effect: 'describes',
    when: pair => inResponse(pair) && anyInert(pair) && comes(pair) && !pair.after?.required,
    says: `was added to ${PLACE}`,
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [schemas(nobody, owner(text(WRITE_ONLY)))],
  }),
  propertyRule({
    id: 'response-optional-write-only-property-removed',
    direction: 'response',
    effect: 'describes',
    when: pair => inResponse(pair) && anyInert(pair) && goes(pair) && !pair.before?.required,
    says: `was removed from ${PLACE}`,
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [schemas(owner(text(WRITE_ONLY)), nobody)],
  }),
];
