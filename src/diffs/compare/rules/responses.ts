import type { JsonObject } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { Effect } from '../law.ts';
import type { Occurrence, Rule } from './rule.ts';

type Side = Located<JsonObject> | null;

export type ResponsePair = {
  code: string;
  before: Side;
  after: Side;
  operationBefore: string;
  operationAfter: string;
};

const isSuccess = (code: string): boolean => /^2(\d\d|XX)$/i.test(code);

const responseRule = (
  id: string,
  effect: Effect,
  when: (code: string, before: Side, after: Side) => boolean,
  says: string,
): Rule<ResponsePair> => ({
  id,
  effect,
  *find({ code, before, after, operationBefore, operationAfter }): Iterable<Occurrence> {
    if (!when(code, before, after)) return;
    yield { before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter, name: code, says };
  },
});

export const responseRules: Rule<ResponsePair>[] = [
  responseRule('response-success-status-added', 'adds', (code, before) => isSuccess(code) && before === null, 'added'),
  responseRule(
    'response-success-status-removed',
    'removes',
    (code, _, after) => isSuccess(code) && after === null,
    'removed',
  ),
  responseRule(
    'response-non-success-status-added',
    'adds',
    (code, before) => !isSuccess(code) && before === null,
    'added',
  ),
  responseRule(
    'response-non-success-status-removed',
    'describes',
    (code, _, after) => !isSuccess(code) && after === null,
    'removed',
  ),
];

export type HeaderPair = {
  name: string;
  before: Side;
  after: Side;
  responseBefore: string;
  responseAfter: string;
};

const isRequired = (side: Side): boolean => side?.value.required === true;

const headerRule = (
  id: string,
  effect: Effect,
  when: (before: Side, after: Side) => boolean,
  says: string,
  changeType?: Rule<HeaderPair>['changeType'],
): Rule<HeaderPair> => ({
  id,
  effect,
  ...(changeType && { changeType }),
  *find({ name, before, after, responseBefore, responseAfter }): Iterable<Occurrence> {
    if (!when(before, after)) return;
    yield { before: before?.pointer ?? responseBefore, after: after?.pointer ?? responseAfter, name, says };
  },
});

export const headerRules: Rule<HeaderPair>[] = [
  headerRule('{direction}-header-added', 'adds', (before, after) => before === null && after !== null, 'added'),
  headerRule('required-{direction}-header-removed', 'removes', (a, b) => isRequired(a) && b === null, 'removed'),
  headerRule(
    'optional-{direction}-header-removed',
    'may-remove',
    (a, b) => a !== null && !isRequired(a) && b === null,
    'removed',
  ),
  headerRule(
    '{direction}-header-became-optional',
    'widens',
    (a, b) => isRequired(a) && b !== null && !isRequired(b),
    'became optional',
  ),
  headerRule(
    '{direction}-header-became-required',
    'narrows',
    (a, b) => a !== null && !isRequired(a) && isRequired(b),
    'became required',
  ),
  headerRule(
    '{direction}-header-deprecated',
    'describes',
    (a, b) => a !== null && a.value.deprecated !== true && b?.value.deprecated === true,
    'deprecated',
    'DEPRECATION_CHANGED',
  ),
];
