import type { JsonObject, JsonValue } from '../../platform/json.ts';
import type { Direction } from '../law.ts';
import { quote } from '../read/values.ts';
import { onlyDescribes } from '../schemas/simple-schemas.ts';
import { type BodyPair, findEncodings, findParts, findPositions, type Side } from './encodings.ts';
import { answered, documents, type Example, operations } from './examples.ts';
import { BY_LAW, isOfParameter, type LevelFacts, type Levels, UNSEEN_BY_OASDIFF } from './levels.ts';
import { isBuiltOn, type NameRelation, relateNames } from './media-type-names.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

/** Another name of the XML element of a body, or of its items. */
export type RenamedElement = { before: string; after: string };

/** One media type of a request body or a response. */
export type MediaTypePair = BodyPair & {
  /** Its old name, if it was another one: a range, or a name with other parameters. */
  nameBefore?: string;
  holderBefore: string;
  holderAfter: string;
  direction: Direction;
  renamedElement: RenamedElement | undefined;
  /** It was removed, and a range includes it now; or it was a range, and a type that it included was added. */
  isReplaced?: boolean;
  /** It was added to a webhook payload, whose receivers cannot ask for a media type. */
  isUnasked?: boolean;
};

type MediaTypeRow = RuleFacts & {
  when: (before: Side, after: Side, direction: Direction) => boolean;
  says: (name: string) => string;
};

const mediaTypeRule = ({ when, says, ...facts }: MediaTypeRow): Rule<MediaTypePair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    const { name, before, after, holderBefore, holderAfter, direction } = pair;
    if (!when(before, after, direction)) return NOTHING;
    const at = { before: before?.pointer ?? holderBefore, after: after?.pointer ?? holderAfter };
    if (pair.isUnasked === true) return [{ ...at, name, says: says(name), effect: 'may-widen' }];
    if (pair.isReplaced !== true) return [{ ...at, name, says: says(name) }];
    const words = direction === 'response' ? 'others that it includes took its place' : 'another one includes it';
    return [{ ...at, name, says: `${says(name)}: ${words}`, effect: 'describes' }];
  },
});

type SchemaField = 'schema' | 'itemSchema';
/** Whether only the other side has this schema. One that accepts everything counts as absent. */
const lacks = (field: SchemaField, side: Side, other: Side): boolean => {
  const schema = other?.value[field];
  return side !== null && side.value[field] === undefined && schema !== undefined && !acceptsAll(schema);
};

const acceptsAll = (schema: JsonValue): boolean => schema === true || onlyDescribes(schema);

type NameRow = RuleFacts & { of: Direction; relation: NameRelation };

/** A client that asks for one syntax cannot read a type that is built on it: it counts as another type. */
const nameRule = ({ of, relation, ...facts }: NameRow): Rule<MediaTypePair> => ({
  ...facts,
  find({ name, nameBefore, before, after, direction }): Iterable<Occurrence> {
    if (before === null || after === null || nameBefore === undefined || direction !== of) return NOTHING;
    if (relateNames(nameBefore, name) !== relation) return NOTHING;
    const says = `media type changed from ${quote(nameBefore)} to ${quote(name)}`;
    const found = { before: before.pointer, after: after.pointer, oldValue: nameBefore, newValue: name, says };
    const isOther = isBuiltOn(nameBefore, name) || isBuiltOn(name, nameBefore);
    return [isOther ? { ...found, effect: 'changes' } : found];
  },
});

const TEXT: JsonObject = { schema: { type: 'string' } };
const ITEMS: JsonObject = { itemSchema: { type: 'string' } };
const body = (name: string, media: JsonObject = TEXT): JsonObject => ({ content: { [name]: media } });
const sent = (requestBody: JsonObject): JsonObject => ({ requestBody });
const two: JsonObject = { content: { 'a/b': TEXT, 'a/c': {} } };
const form = (contentType: string): JsonObject => ({
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { a: { type: 'string' } } },
      encoding: { a: { contentType } },
    },
  },
});

const part = (a: JsonObject): JsonObject =>
  body('multipart/form-data', { schema: { type: 'object', properties: { a } } });
const [FILE, FIELD] = [part({ type: 'string', format: 'binary' }), part({ type: 'string' })];

const inXml = (name: string): JsonObject => {
  const pet = body('application/xml', { schema: { $ref: `#/components/schemas/${name}` } });
  return {
    paths: { '/p': { post: { requestBody: pet, ...answered(pet) } } },
    components: { schemas: { [name]: { type: 'object' } } },
  };
};

/** The change in a request body and in a response: as a webhook each has the other direction. */
const both = (before: JsonObject, after: JsonObject): [Example, Example] => [
  operations(sent(before), sent(after)),
  operations(answered(before), answered(after)),
];
const isRange = ({ oldValue, newValue }: LevelFacts): boolean =>
  [oldValue, newValue].some(name => String(name).includes('*'));

/** oasdiff does not look at the media types of parameters and headers. */
const NOT_OF_PARAMETERS: Levels = { ...BY_LAW, oasdiff: { cases: [['INFO', isOfParameter]] } };
/** A range is another type to oasdiff; a type that is built on a syntax is not. */
const RANGE_BREAKS: Levels = { ...BY_LAW, oasdiff: { request: 'INFO', cases: [['BREAKING', isRange]] } };

export const mediaTypeRules: Rule<MediaTypePair>[] = [
  mediaTypeRule({
    id: 'request-body-media-type-added',
    direction: 'request',
    effect: 'adds',
    when: (before, after, direction) => direction === 'request' && before === null && after !== null,
    says: name => `media type ${name} added`,
    location: 'after',
    levels: NOT_OF_PARAMETERS,
    checks: 'own id',
    examples: [...both(body('a/b'), two)],
  }),
  mediaTypeRule({
    id: 'request-body-media-type-removed',
    direction: 'request',
    effect: 'removes',
    when: (before, after, direction) => direction === 'request' && before !== null && after === null,
    says: name => `media type ${name} removed`,
    location: 'before',
    levels: NOT_OF_PARAMETERS,
    checks: 'own id',
    examples: [...both(two, body('a/b'))],
  }),
  mediaTypeRule({
    id: 'response-media-type-added',
    direction: 'response',
    effect: 'adds',
    when: (before, after, direction) => direction === 'response' && before === null && after !== null,
    says: name => `media type ${name} added`,
    location: 'after',
    levels: NOT_OF_PARAMETERS,
    checks: 'own id',
    examples: [...both(body('a/b'), two)],
  }),
  mediaTypeRule({
    id: 'response-media-type-removed',
    direction: 'response',
    effect: 'removes',
    when: (before, after, direction) => direction === 'response' && before !== null && after === null,
    says: name => `media type ${name} removed`,
    location: 'before',
    levels: NOT_OF_PARAMETERS,
    checks: 'own id',
    examples: [...both(two, body('a/b'))],
  }),
  mediaTypeRule({
    id: '{direction}-body-media-type-schema-added',
    effect: 'narrows',
    when: (before, after) => lacks('schema', before, after),
    says: () => 'schema added',
    location: 'after',
    levels: BY_LAW,
    checks: ['request', 'response'],
    examples: [...both(body('a/b', {}), body('a/b'))],
  }),
  mediaTypeRule({
    id: '{direction}-body-media-type-schema-removed',
    effect: 'may-widen',
    when: (before, after) => lacks('schema', after, before),
    says: () => 'schema removed',
    location: 'before',
    levels: BY_LAW,
    checks: ['request', 'response'],
    examples: [...both(body('a/b'), body('a/b', {}))],
  }),
  mediaTypeRule({
    id: '{direction}-body-media-type-item-schema-added',
    effect: 'narrows',
    when: (before, after) => lacks('itemSchema', before, after),
    says: () => 'itemSchema added',
    location: 'after',
    levels: BY_LAW,
    checks: ['request', 'response'],
    examples: [...both(body('a/b', {}), body('a/b', ITEMS))],
  }),
  mediaTypeRule({
    id: '{direction}-body-media-type-item-schema-removed',
    effect: 'may-widen',
    when: (before, after) => lacks('itemSchema', after, before),
    says: () => 'itemSchema removed',
    location: 'before',
    levels: { ...BY_LAW, oasdiff: { response: 'BREAKING' } },
    checks: ['request', 'response'],
    alsoCovers: { response: 'response-body-media-type-item-schema-removed-untyped' },
    examples: [...both(body('a/b', ITEMS), body('a/b', {}))],
  }),
  {
    id: '{direction}-body-encoding-changed',
    effect: 'changes',
    *find(pair) {
      yield* findEncodings(pair);
      yield* findParts(pair);
      yield* findPositions(pair);
    },
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [
      ...both(form('a/b'), form('a/c')),
      ...both(form('a/b;v=1'), form('a/b;v=2')),
      operations(sent(FILE), sent(FIELD)),
    ],
  },
  {
    id: '{direction}-body-xml-element-changed',
    effect: 'may-change',
    find({ before, after, renamedElement }) {
      if (before === null || after === null || renamedElement === undefined) return NOTHING;
      const { before: oldValue, after: newValue } = renamedElement;
      const says = `name of the XML element changed from ${quote(oldValue)} to ${quote(newValue)}`;
      return [{ before: before.pointer, after: after.pointer, oldValue, newValue, says }];
    },
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [documents(inXml('Cat'), inXml('Tom'))],
  },
  nameRule({
    id: 'request-body-media-type-name-generalized',
    direction: 'request',
    effect: 'widens',
    of: 'request',
    relation: 'generalized',
    location: 'after',
    levels: RANGE_BREAKS,
    checks: 'none',
    examples: [...both(body('a/b'), body('a/*'))],
  }),
  nameRule({
    id: 'response-media-type-name-generalized',
    direction: 'response',
    effect: 'widens',
    of: 'response',
    relation: 'generalized',
    location: 'after',
    levels: RANGE_BREAKS,
    checks: 'own id',
    examples: [...both(body('a/b'), body('a/*'))],
  }),
  nameRule({
    id: 'request-body-media-type-name-specialized',
    direction: 'request',
    effect: 'narrows',
    of: 'request',
    relation: 'specialized',
    location: 'after',
    levels: RANGE_BREAKS,
    checks: 'none',
    examples: [...both(body('a/*'), body('a/b'))],
  }),
  nameRule({
    id: 'response-media-type-name-specialized',
    direction: 'response',
    effect: 'narrows',
    of: 'response',
    relation: 'specialized',
    location: 'after',
    levels: { ...BY_LAW, oasdiff: { response: 'INFO', cases: [['BREAKING', isRange]] } },
    checks: 'own id',
    examples: [...both(body('a/*'), body('a/b'))],
  }),
  nameRule({
    id: 'request-body-media-type-name-changed',
    direction: 'request',
    effect: 'may-change',
    of: 'request',
    relation: 'changed',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [...both(body('a/b;v=1'), body('a/b;v=2'))],
  }),
  nameRule({
    id: 'response-media-type-name-changed',
    direction: 'response',
    effect: 'may-change',
    of: 'response',
    relation: 'changed',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'own id',
    examples: [...both(body('a/b;v=1'), body('a/b;v=2'))],
  }),
];
