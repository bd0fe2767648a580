import type { Effect } from '../law.ts';
import { type Example, reversed, schemas } from './examples.ts';
import { BY_LAW, isUndescribed, UNSEEN_BY_OASDIFF } from './levels.ts';
import {
  anyInert,
  BECOMES_REQUIRED,
  becomesOptional,
  becomesRequired,
  DEFAULT,
  inertLists,
  inRequest,
  inResponse,
  lists,
  ONLY_DESCRIBED,
  owner,
  type PropertyPair,
  type PropertyRow,
  propertyRule,
  READ_ONLY,
  text,
  WRITE_ONLY,
} from './property-lists.ts';
import { PLACE, type Rule, type RuleFacts } from './rule.ts';

const requirement: Rule<PropertyPair>[] = [
  propertyRule({
    id: '{direction}-property-became-required',
    effect: 'narrows',
    when: pair =>
      !anyInert(pair) && becomesRequired(pair) && !pair.inHeader && !(inRequest(pair) && pair.after?.hasDefault),
    says: `became required in ${PLACE}`,
    location: 'after',
    levels: ONLY_DESCRIBED,
    checks: ['request', 'response'],
    examples: [BECOMES_REQUIRED],
  }),
  propertyRule({
    id: 'request-header-property-became-required',
    direction: 'request',
    effect: 'narrows',
    when: pair =>
      inRequest(pair) && pair.inHeader && !anyInert(pair) && becomesRequired(pair) && !pair.after?.hasDefault,
    says: `became required in ${PLACE}`,
    location: 'after',
    levels: { ...BY_LAW, oasdiff: { cases: [['INFO', isUndescribed]] } },
    checks: 'own id',
    examples: [BECOMES_REQUIRED],
  }),
  propertyRule({
    id: 'request-property-became-required-with-default',
    direction: 'request',
    effect: 'narrows',
    when: pair => inRequest(pair) && !anyInert(pair) && becomesRequired(pair) && !!pair.after?.hasDefault,
    says: `became required in ${PLACE}, with a default`,
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [schemas(owner(text(DEFAULT)), owner(text(DEFAULT), 'owner'))],
  }),
  propertyRule({
    id: '{direction}-property-became-optional',
    effect: 'widens',
    when: pair => !anyInert(pair) && becomesOptional(pair),
    says: `became optional in ${PLACE}`,
    location: 'after',
    levels: ONLY_DESCRIBED,
    checks: ['request', 'response'],
    examples: [reversed(BECOMES_REQUIRED)],
  }),
  propertyRule({
    id: '{inert}-became-required',
    effect: 'describes',
    when: pair => anyInert(pair) && becomesRequired(pair),
    says: `became required in ${PLACE}`,
    location: 'after',
    levels: BY_LAW,
    checks: ['response-write-only-property'],
    examples: [
      schemas(owner(text(READ_ONLY)), owner(text(READ_ONLY), 'owner')),
      schemas(owner(text(WRITE_ONLY)), owner(text(WRITE_ONLY), 'owner')),
    ],
  }),
  propertyRule({
    id: '{inert}-became-optional',
    effect: 'describes',
    when: pair => anyInert(pair) && becomesOptional(pair),
    says: `became optional in ${PLACE}`,
    location: 'after',
    levels: BY_LAW,
    checks: ['response-write-only-property'],
    examples: [
      schemas(owner(text(READ_ONLY), 'owner'), owner(text(READ_ONLY))),
      schemas(owner(text(WRITE_ONLY), 'owner'), owner(text(WRITE_ONLY))),
    ],
  }),
];

type Flag = 'readOnly' | 'writeOnly';
type FlagRow = RuleFacts & {
  need: 'required' | 'optional';
  flag: Flag;
  now: boolean;
  effectOf: PropertyRow['effectOf'];
};

const flagRule = ({ need, flag, now, ...row }: FlagRow): Rule<PropertyPair> => {
  const words = flag === 'readOnly' ? 'read-only' : 'write-only';
  return propertyRule({
    ...row,
    when: ({ before, after }) =>
      before !== null &&
      after !== null &&
      after.required === (need === 'required') &&
      before[flag] !== now &&
      after[flag] === now,
    says: now ? `became ${words} in ${PLACE}` : `is no longer ${words} in ${PLACE}`,
  });
};

const inRequestOnly =
  (effect: Effect) =>
  (pair: PropertyPair): Effect =>
    inRequest(pair) ? effect : 'describes';
const inResponseOnly =
  (effect: Effect) =>
  (pair: PropertyPair): Effect =>
    inResponse(pair) ? effect : 'describes';

const NOW_READ_ONLY: Example = schemas(owner(text(), 'owner'), owner(text(READ_ONLY), 'owner'));
const NOW_READ_ONLY_OPTIONAL: Example = schemas(owner(text()), owner(text(READ_ONLY)));
const NOW_WRITE_ONLY: Example = schemas(owner(text(), 'owner'), owner(text(WRITE_ONLY), 'owner'));
const NOW_WRITE_ONLY_OPTIONAL: Example = schemas(owner(text()), owner(text(WRITE_ONLY)));

/** These flags exclude a property from requests or responses, but it may never have been sent: nothing is proven. */
const access: Rule<PropertyPair>[] = [
  flagRule({
    id: '{direction}-required-property-became-read-only',
    effect: 'may-change',
    need: 'required',
    flag: 'readOnly',
    now: true,
    effectOf: inRequestOnly('may-narrow'),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request', 'response'],
    examples: [NOW_READ_ONLY],
  }),
  flagRule({
    id: '{direction}-optional-property-became-read-only',
    effect: 'may-change',
    need: 'optional',
    flag: 'readOnly',
    now: true,
    effectOf: inRequestOnly('may-narrow'),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request', 'response'],
    examples: [NOW_READ_ONLY_OPTIONAL],
  }),
  flagRule({
    id: '{direction}-required-property-became-not-read-only',
    effect: 'may-change',
    need: 'required',
    flag: 'readOnly',
    now: false,
    effectOf: inRequestOnly('narrows'),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request', 'response'],
    examples: [reversed(NOW_READ_ONLY)],
  }),
  flagRule({
    id: '{direction}-optional-property-became-not-read-only',
    effect: 'may-change',
    need: 'optional',
    flag: 'readOnly',
    now: false,
    effectOf: inRequestOnly('adds'),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request', 'response'],
    examples: [reversed(NOW_READ_ONLY_OPTIONAL)],
  }),
  flagRule({
    id: '{direction}-required-property-became-write-only',
    effect: 'may-change',
    need: 'required',
    flag: 'writeOnly',
    now: true,
    effectOf: inResponseOnly('may-remove'),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request', 'response'],
    examples: [NOW_WRITE_ONLY],
  }),
  flagRule({
    id: '{direction}-optional-property-became-write-only',
    effect: 'may-change',
    need: 'optional',
    flag: 'writeOnly',
    now: true,
    effectOf: inResponseOnly('may-remove'),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request', 'response'],
    examples: [NOW_WRITE_ONLY_OPTIONAL],
  }),
  flagRule({
    id: '{direction}-required-property-became-not-write-only',
    effect: 'may-change',
    need: 'required',
    flag: 'writeOnly',
    now: false,
    effectOf: inResponseOnly('may-widen'),
    location: 'after',
    levels: { strict: 'law', oasdiff: { request: 'INFO', response: 'WARNING' }, lenient: 'law' },
    checks: ['request', 'response'],
    examples: [reversed(NOW_WRITE_ONLY)],
  }),
  flagRule({
    id: '{direction}-optional-property-became-not-write-only',
    effect: 'may-change',
    need: 'optional',
    flag: 'writeOnly',
    now: false,
    effectOf: inResponseOnly('adds'),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request', 'response'],
    examples: [reversed(NOW_WRITE_ONLY_OPTIONAL)],
  }),
];

/** Patterns that look ahead are not matched: that could take long. */
const LOOKING_AHEAD = { patternProperties: { '^(?=o)': text({ maxLength: 5 }) } };
const UNKNOWN_MATCH: Example = schemas(
  { ...owner(text(), 'owner'), ...LOOKING_AHEAD },
  { type: 'object', required: ['owner'], ...LOOKING_AHEAD },
);

/** What a property may hold depends on patterns of which it is unknown whether they match its name. */
export const undecidedRules: Rule<PropertyPair>[] = [
  propertyRule({
    id: '{direction}-property-pattern-undecided',
    effect: 'may-change',
    when: () => true,
    says: `may hold other values in ${PLACE}: it is unknown whether patterns match its name`,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [UNKNOWN_MATCH, reversed(UNKNOWN_MATCH)],
  }),
];

export const propertyRules: Rule<PropertyPair>[] = [...lists, ...inertLists, ...requirement, ...access];
