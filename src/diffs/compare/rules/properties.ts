import type { Direction, Effect } from '../law.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

/** One property of an object, before and after. */
export type PropertyPair = {
  name: string;
  direction: Direction;
  before: PropertySide | null;
  after: PropertySide | null;
  /** Where the object stands that the property was added to or removed from. */
  objectBefore: string;
  objectAfter: string;
  /** The object refuses properties that are not named. */
  closedBefore: boolean;
  closedAfter: boolean;
  /** Of an object that a request header holds. */
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

const anyInert = ({ before, after, direction }: PropertyPair): boolean =>
  (before !== null && isInert(before, direction)) || (after !== null && isInert(after, direction));

const propertyRule = (
  id: string,
  effect: Effect | ((pair: PropertyPair) => Effect),
  when: (pair: PropertyPair) => boolean,
  says: string,
): Rule<PropertyPair> => ({
  id,
  effect: typeof effect === 'string' ? effect : 'may-change',
  find(pair): Iterable<Occurrence> {
    if (!when(pair)) return NOTHING;
    const { name, before, after, objectBefore, objectAfter } = pair;
    const found = { before: before?.pointer ?? objectBefore, after: after?.pointer ?? objectAfter, name, says };
    return [typeof effect === 'string' ? found : { ...found, effect: effect(pair) }];
  },
});

/** What is required on both sides is there, although nothing describes it on one of them. */
const comes = ({ before, after }: PropertyPair): boolean =>
  !before?.defined && after?.defined === true && !(before?.required && after.required);
const goes = ({ before, after }: PropertyPair): boolean =>
  before?.defined === true && !after?.defined && !(before.required && after?.required);

export const comesOrGoes = (pair: PropertyPair): boolean => comes(pair) || goes(pair);
const inRequest = ({ direction }: PropertyPair): boolean => direction === 'request';
const inResponse = ({ direction }: PropertyPair): boolean => direction === 'response';
const becomesRequired = (pair: PropertyPair): boolean =>
  !comes(pair) && !pair.before?.required && !!pair.after?.required;
const becomesOptional = (pair: PropertyPair): boolean =>
  !goes(pair) && !!pair.before?.required && !pair.after?.required;

const comesRequired = (pair: PropertyPair): boolean => comes(pair) && !!pair.after?.required;
const effectOfAddition = ({ closedBefore }: PropertyPair): Effect => (closedBefore ? 'may-widen' : 'adds');

/** What the direction leaves out: readOnly in a request, writeOnly in a response. */
const inertLists: Rule<PropertyPair>[] = [
  propertyRule(
    'request-read-only-property-added',
    'describes',
    pair => inRequest(pair) && anyInert(pair) && comes(pair),
    'was added to {place}',
  ),
  propertyRule(
    'request-read-only-property-removed',
    'describes',
    pair => inRequest(pair) && anyInert(pair) && goes(pair),
    'was removed from {place}',
  ),
  ...(['required', 'optional'] as const).flatMap(need => [
    propertyRule(
      `response-${need}-write-only-property-added`,
      'describes',
      pair => inResponse(pair) && anyInert(pair) && comes(pair) && pair.after?.required === (need === 'required'),
      'was added to {place}',
    ),
    propertyRule(
      `response-${need}-write-only-property-removed`,
      'describes',
      pair => inResponse(pair) && anyInert(pair) && goes(pair) && pair.before?.required === (need === 'required'),
      'was removed from {place}',
    ),
  ]),
];

/** `response-property-removed` is the general case, and known by this name; the reference says `-optional-`. */
const lists: Rule<PropertyPair>[] = [
  propertyRule(
    'new-required-request-property',
    'narrows',
    pair => inRequest(pair) && !pair.inHeader && !anyInert(pair) && comesRequired(pair) && !pair.after?.hasDefault,
    'was added to {place} as required',
  ),
  propertyRule(
    'new-required-request-header-property',
    'narrows',
    pair => inRequest(pair) && pair.inHeader && !anyInert(pair) && comesRequired(pair) && !pair.after?.hasDefault,
    'was added to {place} as required',
  ),
  propertyRule(
    'new-required-request-property-with-default',
    'narrows',
    pair => inRequest(pair) && !anyInert(pair) && comesRequired(pair) && !!pair.after?.hasDefault,
    'was added to {place} as required, with a default',
  ),
  propertyRule(
    'new-optional-request-property',
    'adds',
    pair => inRequest(pair) && !anyInert(pair) && comes(pair) && !pair.after?.required,
    'was added to {place}',
  ),
  propertyRule(
    'response-required-property-added',
    effectOfAddition,
    pair => inResponse(pair) && !anyInert(pair) && comesRequired(pair),
    'was added to {place}',
  ),
  propertyRule(
    'response-optional-property-added',
    effectOfAddition,
    pair => inResponse(pair) && !anyInert(pair) && comes(pair) && !pair.after?.required,
    'was added to {place}',
  ),
  propertyRule(
    'request-property-removed',
    pair => (pair.closedAfter ? 'narrows' : 'may-remove'),
    pair => inRequest(pair) && !anyInert(pair) && goes(pair),
    'was removed from {place}',
  ),
  propertyRule(
    'response-required-property-removed',
    'removes',
    pair => inResponse(pair) && !anyInert(pair) && goes(pair) && !!pair.before?.required,
    'was removed from {place}, where it was required',
  ),
  propertyRule(
    'response-property-removed',
    'removes',
    pair => inResponse(pair) && !anyInert(pair) && goes(pair) && !pair.before?.required,
    'was removed from {place}',
  ),
  ...inertLists,
];

const requirement: Rule<PropertyPair>[] = [
  propertyRule(
    '{direction}-property-became-required',
    'narrows',
    pair => !anyInert(pair) && becomesRequired(pair) && !pair.inHeader && !(inRequest(pair) && pair.after?.hasDefault),
    'became required in {place}',
  ),
  propertyRule(
    'request-header-property-became-required',
    'narrows',
    pair => inRequest(pair) && pair.inHeader && !anyInert(pair) && becomesRequired(pair) && !pair.after?.hasDefault,
    'became required in {place}',
  ),
  propertyRule(
    'request-property-became-required-with-default',
    'narrows',
    pair => inRequest(pair) && !anyInert(pair) && becomesRequired(pair) && !!pair.after?.hasDefault,
    'became required in {place}, with a default',
  ),
  propertyRule(
    '{direction}-property-became-optional',
    'widens',
    pair => !anyInert(pair) && becomesOptional(pair),
    'became optional in {place}',
  ),
  propertyRule(
    '{inert}-became-required',
    'describes',
    pair => anyInert(pair) && becomesRequired(pair),
    'became required in {place}',
  ),
  propertyRule(
    '{inert}-became-optional',
    'describes',
    pair => anyInert(pair) && becomesOptional(pair),
    'became optional in {place}',
  ),
];

type Flag = 'readOnly' | 'writeOnly';

const flagRule = (need: 'required' | 'optional', flag: Flag, now: boolean, effect: (pair: PropertyPair) => Effect) => {
  const words = flag === 'readOnly' ? 'read-only' : 'write-only';
  return propertyRule(
    `{direction}-${need}-property-became-${now ? '' : 'not-'}${words}`,
    effect,
    ({ before, after }) =>
      before !== null &&
      after !== null &&
      after.required === (need === 'required') &&
      before[flag] !== now &&
      after[flag] === now,
    now ? `became ${words} in {place}` : `is no longer ${words} in {place}`,
  );
};

const inRequestOnly =
  (effect: Effect) =>
  (pair: PropertyPair): Effect =>
    inRequest(pair) ? effect : 'describes';
const inResponseOnly =
  (effect: Effect) =>
  (pair: PropertyPair): Effect =>
    inResponse(pair) ? effect : 'describes';

/** What leaves a request or a response by these flags may never have been there; nothing can be proven. */
const access: Rule<PropertyPair>[] = [
  flagRule('required', 'readOnly', true, inRequestOnly('may-narrow')),
  flagRule('optional', 'readOnly', true, inRequestOnly('may-narrow')),
  flagRule('required', 'readOnly', false, inRequestOnly('narrows')),
  flagRule('optional', 'readOnly', false, inRequestOnly('adds')),
  flagRule('required', 'writeOnly', true, inResponseOnly('may-remove')),
  flagRule('optional', 'writeOnly', true, inResponseOnly('may-remove')),
  flagRule('required', 'writeOnly', false, inResponseOnly('may-widen')),
  flagRule('optional', 'writeOnly', false, inResponseOnly('adds')),
];

export const propertyRules: Rule<PropertyPair>[] = [...lists, ...requirement, ...access];
