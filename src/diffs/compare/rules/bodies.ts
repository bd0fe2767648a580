import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { Direction, Effect } from '../law.ts';
import { quote, sameValue } from '../values.ts';
import type { Occurrence, Rule } from './rule.ts';

type Side = Located<JsonObject> | null;

export type BodyPair = { before: Side; after: Side; operationBefore: string; operationAfter: string };

const isRequired = (side: Side): boolean => side?.value.required === true;

const bodyRule = (
  id: string,
  effect: Effect,
  when: (before: Side, after: Side) => boolean,
  says: string,
): Rule<BodyPair> => ({
  id,
  effect,
  *find({ before, after, operationBefore, operationAfter }): Iterable<Occurrence> {
    if (!when(before, after)) return;
    yield { before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter, says };
  },
});

export const requestBodyRules: Rule<BodyPair>[] = [
  bodyRule('{direction}-body-added-required', 'narrows', (a, b) => a === null && isRequired(b), 'added as required'),
  bodyRule('{direction}-body-added-optional', 'adds', (a, b) => a === null && b !== null && !isRequired(b), 'added'),
  bodyRule('{direction}-body-removed', 'removes', (a, b) => a !== null && b === null, 'removed'),
  bodyRule(
    '{direction}-body-became-required',
    'narrows',
    (a, b) => a !== null && !isRequired(a) && isRequired(b),
    'became required',
  ),
  bodyRule(
    '{direction}-body-became-optional',
    'widens',
    (a, b) => isRequired(a) && b !== null && !isRequired(b),
    'became optional',
  ),
];

/** One media type of a request body or a response. */
export type MediaTypePair = {
  name: string;
  before: Side;
  after: Side;
  holderBefore: string;
  holderAfter: string;
  direction: Direction;
};

const mediaTypeRule = (
  id: string,
  effect: Effect,
  when: (before: Side, after: Side, direction: Direction) => boolean,
  says: string,
): Rule<MediaTypePair> => ({
  id,
  effect,
  *find({ name, before, after, holderBefore, holderAfter, direction }): Iterable<Occurrence> {
    if (!when(before, after, direction)) return;
    yield { before: before?.pointer ?? holderBefore, after: after?.pointer ?? holderAfter, name, says };
  },
});

const schemaOf = (side: Side): JsonValue | undefined => side?.value.schema;

const encodingRule: Rule<MediaTypePair> = {
  id: '{direction}-body-encoding-changed',
  effect: 'changes',
  *find({ before, after }): Iterable<Occurrence> {
    if (before === null || after === null) return;
    const [oldValue, newValue] = [before.value.encoding, after.value.encoding];
    if (sameValue(oldValue, newValue)) return;
    const says = `encoding changed from ${quote(oldValue)} to ${quote(newValue)}`;
    yield { before: before.pointer, after: after.pointer, oldValue, newValue, says };
  },
};

export const mediaTypeRules: Rule<MediaTypePair>[] = [
  mediaTypeRule(
    'request-body-media-type-added',
    'adds',
    (a, b, d) => d === 'request' && a === null && b !== null,
    'media type added',
  ),
  mediaTypeRule(
    'request-body-media-type-removed',
    'removes',
    (a, b, d) => d === 'request' && a !== null && b === null,
    'media type removed',
  ),
  mediaTypeRule(
    'response-media-type-added',
    'adds',
    (a, b, d) => d === 'response' && a === null && b !== null,
    'media type added',
  ),
  mediaTypeRule(
    'response-media-type-removed',
    'removes',
    (a, b, d) => d === 'response' && a !== null && b === null,
    'media type removed',
  ),
  mediaTypeRule(
    '{direction}-body-media-type-schema-added',
    'narrows',
    (a, b) => a !== null && b !== null && schemaOf(a) === undefined && schemaOf(b) !== undefined,
    'schema added',
  ),
  mediaTypeRule(
    '{direction}-body-media-type-schema-removed',
    'may-widen',
    (a, b) => a !== null && b !== null && schemaOf(a) !== undefined && schemaOf(b) === undefined,
    'schema removed',
  ),
  encodingRule,
];
