import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import type { Located } from '../read/document.ts';
import type { Parameter } from '../read/operations.ts';
import { quote, sameValue } from '../read/values.ts';
import type { Family } from '../schemas/pair.ts';
import { documents, type Example, jsonBody, OK, operations, reversed } from './examples.ts';
import { BY_LAW, UNSEEN_BY_OASDIFF } from './levels.ts';
import {
  additionRules,
  inPath,
  isRequired,
  type ParameterPair,
  parameterRule,
  q,
  removalRules,
} from './parameter-lists.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

const PRIMITIVE_STYLE: Record<string, string> = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' };
export const styleOf = (parameter: JsonObject): JsonValue =>
  parameter.style ?? PRIMITIVE_STYLE[String(parameter.in)] ?? 'form';
const EXPLODED: ReadonlySet<JsonValue> = new Set(['form', 'cookie']);
export const explodeOf = (parameter: JsonObject): JsonValue => parameter.explode ?? EXPLODED.has(styleOf(parameter));

type Setting = RuleFacts & { name: 'style' | 'explode'; read: (parameter: JsonObject) => JsonValue };

const settingRule = ({ name, read, ...facts }: Setting): Rule<ParameterPair> => ({
  ...facts,
  find({ before, after, isPlain }): Iterable<Occurrence> {
    if (before === null || after === null || before.in !== after.in) return NOTHING;
    const [oldValue, newValue] = [read(before.value), read(after.value)];
    if (sameValue(oldValue, newValue) || isImplied(name, before.value, after.value)) return NOTHING;
    const says = `${name} changed from ${quote(oldValue)} to ${quote(newValue)}`;
    const found = { before: before.pointer, after: after.pointer, oldValue, newValue, says };
    return [isPlain && name === 'explode' ? { ...found, effect: 'describes' } : found];
  },
});

/** Whether `explode` changed only because another style has another default. The rule about styles reports it. */
const isImplied = (name: Setting['name'], before: JsonObject, after: JsonObject): boolean =>
  name === 'explode' && !sameValue(styleOf(before), styleOf(after)) && sameValue(before.explode, after.explode);

type Switch = RuleFacts & { key: 'allowReserved' | 'allowEmptyValue'; on: boolean };

/** Whether a place percent-encodes values, of which `allowReserved` exempts some. */
const isEncoded = ({ in: place, value }: Parameter): boolean =>
  place === 'path' || (place === 'cookie' && styleOf(value) === 'form');

/** A switch that lets callers send more: turning it off refuses what was accepted. Elsewhere it has no effect. */
const switchRule = ({ key, on, ...facts }: Switch): Rule<ParameterPair> => {
  const isOn = (parameter: JsonObject) => parameter[key] === true;
  const rule = parameterRule({
    ...facts,
    when: (before, after) => before !== null && after !== null && isOn(before) === !on && isOn(after) === on,
    says: `${key} turned ${on ? 'on' : 'off'}`,
  });
  return {
    ...rule,
    *find(pair): Iterable<Occurrence> {
      const works = [pair.before, pair.after].some(
        side => side?.in === 'query' || (key === 'allowReserved' && pair.isReservable && side && isEncoded(side)),
      );
      for (const found of rule.find(pair)) yield works ? found : { ...found, effect: 'describes' };
    },
  };
};

type Change = RuleFacts & { key: 'in' | 'name'; words: string };

/** Matched under another name: a path parameter by its position, a querystring because there is only one. */
const NAMELESS: ReadonlySet<unknown> = new Set(['path', 'querystring']);

const changeRule = ({ key, words, ...facts }: Change): Rule<ParameterPair> => ({
  ...facts,
  find({ before, after, writesName }): Iterable<Occurrence> {
    if (before === null || after === null || before[key] === after[key]) return NOTHING;
    if (key === 'name' && !(before.in === after.in && NAMELESS.has(before.in))) return NOTHING;
    const [oldValue, newValue] = [before[key], after[key]];
    const says = `was ${words} from ${quote(oldValue)} to ${quote(newValue)}`;
    const found = { before: before.pointer, after: after.pointer, oldValue, newValue, says };
    return [key === 'name' && writesName ? { ...found, effect: 'changes' } : found];
  },
});

const RESERVED: Example = operations(q(), q({ allowReserved: true }));
const EMPTY: Example = operations(q(), q({ allowEmptyValue: true }));
/** A path parameter, which its position in the template identifies. */
const RENAMED: Example = documents(
  { paths: { '/p/{id}': { post: { responses: OK, ...inPath('id') } } } },
  { paths: { '/p/{key}': { post: { responses: OK, ...inPath('key') } } } },
);
const REQUIRED: Example = operations(q(), q({ required: true }));

const changes: Rule<ParameterPair>[] = [
  parameterRule({
    id: '{direction}-parameter-became-required',
    effect: 'narrows',
    when: (before, after) => before !== null && !isRequired(before) && isRequired(after),
    says: 'became required',
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [REQUIRED],
  }),
  parameterRule({
    id: '{direction}-parameter-became-optional',
    effect: 'widens',
    when: (before, after) => isRequired(before) && after !== null && !isRequired(after),
    says: 'became optional',
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [reversed(REQUIRED)],
  }),
  settingRule({
    id: '{direction}-parameter-style-changed',
    effect: 'changes',
    name: 'style',
    read: styleOf,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [operations(q(), q({ style: 'pipeDelimited' }))],
  }),
  // A deepObject always writes the members of an object one by one, whatever `explode` says.
  settingRule({
    id: '{direction}-parameter-explode-changed',
    effect: 'changes',
    name: 'explode',
    read: parameter => styleOf(parameter) === 'deepObject' || explodeOf(parameter),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [operations(q(), q({ explode: false }))],
  }),
  switchRule({
    id: '{direction}-parameter-allow-reserved-set',
    effect: 'widens',
    key: 'allowReserved',
    on: true,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [RESERVED],
  }),
  switchRule({
    id: '{direction}-parameter-allow-reserved-unset',
    effect: 'narrows',
    key: 'allowReserved',
    on: false,
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [reversed(RESERVED)],
  }),
  switchRule({
    id: '{direction}-parameter-allow-empty-value-set',
    effect: 'widens',
    key: 'allowEmptyValue',
    on: true,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [EMPTY],
  }),
  switchRule({
    id: '{direction}-parameter-allow-empty-value-unset',
    effect: 'narrows',
    key: 'allowEmptyValue',
    on: false,
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [reversed(EMPTY)],
  }),
  changeRule({
    id: '{direction}-parameter-moved',
    effect: 'changes',
    key: 'in',
    words: 'moved',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [operations(q(), q({ in: 'header' }))],
  }),
  changeRule({
    id: '{direction}-parameter-renamed',
    effect: 'describes',
    key: 'name',
    words: 'renamed',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [RENAMED],
    never: { at: ['response'], because: 'the address of a webhook has no template' },
  }),
];

export const parameterRules: Rule<ParameterPair>[] = [...additionRules, ...removalRules, ...changes];

/** A parameter or response header with `content` on one side, and a style or another media type on the other side. */
export type ContentPair = { before: Located<JsonObject>; after: Located<JsonObject>; family: Family };

const contentRule = ({ site, ...facts }: RuleFacts & { site: 'parameter' | 'header' }): Rule<ContentPair> => ({
  ...facts,
  find({ before, after, family }): Iterable<Occurrence> {
    if ((family === 'header') !== (site === 'header')) return NOTHING;
    const [oldValue, newValue] = [before, after].map(({ value }) =>
      isJsonObject(value.content) ? (Object.keys(value.content)[0] ?? 'content') : 'a style',
    );
    if (oldValue === newValue) return NOTHING;
    const says = `is written by ${newValue} now, no longer by ${oldValue}`;
    return [{ before: before.pointer, after: after.pointer, oldValue, newValue, says }];
  },
});

const header = (H: JsonObject): JsonObject => ({ responses: { 200: { description: 'ok', headers: { H } } } });
const TEXT: JsonObject = { type: 'string' };

export const contentRules: Rule<ContentPair>[] = [
  contentRule({
    id: '{direction}-parameter-content-changed',
    effect: 'changes',
    site: 'parameter',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [operations(q(), { parameters: [{ name: 'q', in: 'query', ...jsonBody(TEXT) }] })],
  }),
  contentRule({
    id: '{direction}-header-content-changed',
    effect: 'changes',
    site: 'header',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [operations(header({ schema: TEXT }), header(jsonBody(TEXT)))],
  }),
];
