import { severityOf } from './compare/law.ts';
import type { DiffItem, Severity } from './model.ts';
import { ruleIds } from './rule-ids.ts';

/** A view of what breaks: the same facts, judged by another law. */
export type Profile = 'STRICT' | 'OASDIFF' | 'LENIENT';

/** Where a profile departs from the law of src/diffs/compare/law.ts; of several rows the first one counts. */
type Departure = readonly [rules: RegExp, severity: Severity, when?: (facts: Facts) => boolean];

type Facts = Pick<DiffItem, 'rule' | 'severity'> &
  Partial<Pick<DiffItem, 'location' | 'pointerBefore' | 'pointerAfter' | 'oldValue' | 'newValue'>>;

/** XML, forms and plain text write every value as text. */
const inText = ({ location = '' }: Facts): boolean => /\/content\/(?![^/]*json)[^/]+\//i.test(location);

const isFormat =
  (before: string, after: string) =>
  ({ oldValue, newValue }: Facts): boolean =>
    oldValue === before && newValue === after;

const isRange = ({ oldValue, newValue }: Facts): boolean =>
  [oldValue, newValue].some(name => String(name).includes('*'));

/** Of an object that a parameter or a header holds. */
const isApart = ({ location = '' }: Facts): boolean =>
  /\/(parameters|headers)\/[^/]+\/(schema|content)\//.test(location);

/** Named in `required` alone, described nowhere. */
const isUndescribed = ({ pointerBefore = '', pointerAfter = '' }: Facts): boolean =>
  [pointerBefore, pointerAfter].some(pointer => /\/required\/\d+$/.test(pointer));

const TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'any']);

/** Only the format changed, not the type. */
const isAboutFormat = ({ oldValue, newValue }: Facts): boolean => {
  const values = [oldValue, newValue].filter(value => value !== undefined);
  return values.length > 0 && values.every(value => typeof value === 'string' && !TYPES.has(value));
};

/**
 * The levels of oasdiff (github.com/oasdiff/oasdiff) for rules of ours. What it never looks at is INFO: a user of the
 * profile wants its verdict, no better one.
 */
const OASDIFF: readonly Departure[] = [
  [/^api-(global-)?security-/, 'INFO'],
  [/^(server|callback)-|^(request|response)-link-/, 'INFO'],
  [/./, 'INFO', ({ location = '' }) => location.includes('/callbacks/')],
  [/-media-type-(added|removed)$/, 'INFO', ({ location = '' }) => /\/parameters\/|\/headers\//.test(location)],
  [/^response-status-generalized$/, 'BREAKING', ({ oldValue }) => /^2\d\d$/.test(String(oldValue))],
  [/^(request|response)-(body|property|header|parameter-property)-sunset-/, 'INFO'],
  // Its own policy about deprecation: a notice that is missing or too short breaks, a removal after it does not.
  [/^sunset-deleted$|-sunset-(missing|parse|invalid|deleted|date-too-small|date-changed-too-small)$/, 'BREAKING'],
  [/-invalid-stability-level$/, 'BREAKING'],
  [/-removed-with-deprecation$|-type-compatible$|-media-type-name-changed$/, 'INFO'],
  [/-(style|explode|body-encoding|content|xml|dynamic-reference)-changed$|-allow-(reserved|empty-value)-/, 'INFO'],
  [
    /-(additional-properties|(?<!-(prefix|unevaluated)-)items|not)-(added|removed|allowed|forbidden|restricted|unrestricted)$/,
    'INFO',
  ],
  [/-(if|contains)-changed$|-discriminator-/, 'INFO'],
  // A range is another type to it, what is built on a syntax is not.
  [/-media-type-name-(generalized|specialized)$/, 'BREAKING', isRange],
  [/^request-body-media-type-name-|^response-media-type-name-specialized$/, 'INFO'],
  // It knows the two kinds of alternatives apart, not what they have in common.
  [/^request-(body|property)-.*-became-(any|one)-of$|^response-(body|property)-.*-became-one-of$/, 'BREAKING'],
  [/-became-(any|one)-of$/, 'INFO'],
  [/^response-required-property-became-not-write-only$/, 'WARNING'],
  [/-became-(not-)?(read|write)-only$|^response-(required-|optional-)?property-added$/, 'INFO'],
  [/^(request|response)-property-removed$/, 'WARNING'],
  [/^request-parameter-property-type-changed$/, 'WARNING'],
  [/^request-parameter-type-changed$/, 'INFO', ({ newValue }) => newValue === 'string'],
  [
    /^new-required-request-property$|^(request|response)-(required-)?property-(became-(required|optional)|removed)$/,
    'INFO',
    isApart,
  ],
  // It takes every date for a date-time.
  [/^request-(body|property|parameter)-type-changed$/, 'INFO', isFormat('date', 'date-time')],
  [/^response-.*-type-changed$/, 'INFO', isFormat('date-time', 'date')],
  [/^request-(body|property)-type-changed$/, 'INFO', facts => inText(facts) && facts.newValue === 'string'],
  [/^response-(body|property)-type-changed$/, 'INFO', facts => inText(facts) && facts.oldValue === 'string'],
  // A parameter's own default counts, every other one does not.
  [/^request-parameter-default-value-/, 'BREAKING'],
  [/-default-value-/, 'INFO'],
  // Inside parameters and headers it looks at types, nulls and enums, and in parameters themselves at a few bounds.
  [/^request-parameter-property-became-not-enum$/, 'BREAKING'],
  [/^request-parameter-property-(?!type-|list-|became-not-null|enum-value-)/, 'INFO'],
  [
    /^request-parameter-(multiple-of|unique-items|(min|max)-(properties|contains)|(all|any|one)-of|(un)?wrapped)-/,
    'INFO',
  ],
  [
    /^request-parameter-(const|content-(schema|encoding|media-type)|contains|if|then|else|not|dependent-\w+|property-names)-/,
    'INFO',
  ],
  [/^request-parameter-(pattern-property|prefix-items|unevaluated-\w+|stability)-/, 'INFO'],
  [/^response-header-(?!type-|list-|became-)/, 'INFO'],
  // It reads added tuple elements as more room, where the specification reads a narrower value.
  [/^request-.*-prefix-items-removed$|^response-.*-prefix-items-added$/, 'BREAKING'],
  [/-prefix-items-(added|removed)$/, 'INFO'],
  // It looks at what is described, and takes the end of an enum for the loss of its values.
  [/-property-became-(required|optional)$/, 'INFO', isUndescribed],
  [/^request-(body|property|parameter)-became-not-enum$/, 'BREAKING'],
  // A bound that is new to a request may only say what the service did all along.
  [/^request-.*-((exclusive-)?(max|min)|max-(length|items|properties)|multiple-of)-set$/, 'WARNING'],
  [/^request-.*-(any|one)-of-added$|^request-property-wrapped-|^request-body-wrapped-in-any-of$/, 'INFO'],
  [/^response-.*-unwrapped-from-(any|one)-of$/, 'INFO'],
  [/^request-.*-all-of-removed$|^response-.*-enum-value-added$/, 'WARNING'],
  [/^response-.*-((exclusive-)?(max|min)|max-(items|properties))-unset$/, 'INFO'],
  [/^response-.*-(pattern-(added|removed|changed|generalized)|all-of-removed|any-of-added|became-not-enum)$/, 'INFO'],
];

/** Keywords that a reader of answers hardly ever enforces. */
const UNENFORCED =
  '(exclusive-)?(max|min)|(max|min)-(length|items|properties|contains)|multiple-of|unique-items|pattern|pattern-property|' +
  'property-names|dependent-(schema|required)|unevaluated-(items|properties)|additional-properties|prefix-items|items|' +
  'contains|content-schema|not|if|then|else|all-of|any-of|one-of|enum-value|x-extensible-enum-value';

/**
 * Only what breaks every client stays BREAKING: readers are taken to tolerate values that they do not know, and what
 * rests on an assumption about clients becomes a WARNING. Nothing else is touched, so nothing goes unseen.
 */
const LENIENT: readonly Departure[] = [
  [new RegExp(`^response-.*-(${UNENFORCED})-[a-z]+$`), 'WARNING'],
  [/^response-.*-became-not-enum$/, 'WARNING'],
  [/-type-(changed|generalized|specialized)$/, 'WARNING', isAboutFormat],
  [/-content-(media-type|encoding)-changed$/, 'WARNING'],
  [/-(un)?wrapped-(in|from)-(one|any)-of$/, 'WARNING'],
  [/^api-stability-decreased$|-default-value-/, 'WARNING'],
];

const readTable = (departures: readonly Departure[]) => {
  const known = new Map<string, Departure[]>();
  return (facts: Facts): Severity | undefined => {
    const rows = known.get(facts.rule) ?? departures.filter(([rules]) => rules.test(facts.rule));
    known.set(facts.rule, rows);
    return rows.find(([, , when]) => when?.(facts) ?? true)?.[1];
  };
};

const oasdiff = readTable(OASDIFF);
const lenient = readTable(LENIENT);

const usual = new Map(ruleIds.map(({ id, effect, direction }) => [id, severityOf(effect, direction)]));

/** The case and not the rule makes it harmless: nobody sends or reads it, or its operation is not stable yet. */
const isHarmlessHere = ({ rule, severity }: Facts): boolean => severity === 'INFO' && usual.get(rule) !== 'INFO';

/** The severity of what was found (at its default, strict severity) under a profile. */
export function severityUnder(profile: Profile, facts: Facts): Severity {
  const { severity } = facts;
  if (profile === 'STRICT' || isHarmlessHere(facts)) return severity;
  if (profile === 'OASDIFF') return oasdiff(facts) ?? severity;
  return severity === 'BREAKING' ? (lenient(facts) ?? severity) : severity;
}
