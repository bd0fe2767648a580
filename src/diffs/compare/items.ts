import { hash } from 'node:crypto';
import type { AffectedOperation, ChangeType, DiffItem, Severity } from '../model.ts';
import type { Context, Finding, Unit } from './engine.ts';
import { severityOf } from './law.ts';
import { knownAs } from './names.ts';
import type { Reach } from './reach.ts';
import { canonical } from './values.ts';

const RANK: Record<Severity, number> = { BREAKING: 0, WARNING: 1, INFO: 2 };

const SITES = { body: 'body', parameter: 'parameter', 'header-parameter': 'parameter', header: 'header' };
const NESTED = {
  body: 'property',
  parameter: 'parameter-property',
  'header-parameter': 'header-property',
  header: 'header-property',
};

const subjectOf = ({ unit, direction, family, inert, root }: Context): string => {
  if (inert) return inertOf(direction);
  const whole = root && unit.reachedAsWhole;
  return `${direction}-${whole ? SITES[family] : NESTED[family]}`;
};

const inertOf = (direction: Context['direction']): string =>
  direction === 'request' ? 'request-read-only-property' : 'response-write-only-property';

const ruleId = ({ rule, context }: Finding): string =>
  knownAs(
    rule
      .replace('{subject}', subjectOf(context))
      .replace('{direction}', context.direction)
      .replace('{inert}', inertOf(context.direction)),
  );

const changeTypeOf = ({ changeType, context }: Finding): ChangeType => {
  if (changeType !== undefined) return changeType;
  return context.direction === 'request' ? 'REQUEST_BODY_CHANGED' : 'RESPONSE_CHANGED';
};

/** What is found in a shared schema belongs to no one body or parameter. */
const severityIn = ({ effect, context }: Finding): Severity =>
  context.inert ? 'INFO' : severityOf(effect, context.direction);

/** How much the operations promise; drafts and alphas may change at will. */
export type Promises = { unstable: Set<AffectedOperation>; declaredStable: Set<AffectedOperation> };

const promisesNothing = (affected: AffectedOperation[], { unstable }: Promises): boolean =>
  unstable.size > 0 && affected.length > 0 && affected.every(operation => unstable.has(operation));

/** A way to authorise calls that no operation takes. */
const isUnused = ({ rule }: Finding, affected: AffectedOperation[]): boolean =>
  /^api-(global-security|security-component)-/.test(rule) && affected.length === 0;

const isWanted = ({ only }: Finding, affected: AffectedOperation[], { declaredStable }: Promises): boolean => {
  if (only === undefined) return true;
  return (only === 'stable') === (declaredStable.size > 0 && affected.some(operation => declaredStable.has(operation)));
};

/** Whoever reaches a whole body's schema through references alone still means the whole body. */
export const markWholes = (units: Unit[]): void => {
  const pending = units.filter(unit => unit.reachedAsWhole);
  for (let unit = pending.pop(); unit !== undefined; unit = pending.pop()) {
    for (const next of unit.sameThing) {
      if (next.reachedAsWhole) continue;
      next.reachedAsWhole = true;
      pending.push(next);
    }
  }
};

/** Words are the same words wherever they are read. */
const WORDS = /^(schema-)?(annotation|extension)-/;

type Cause = { identity: string; findings: Finding[] };

/**
 * Findings of one cause: the same rule between the same places of the documents, reached as a body here and as a parameter
 * there, or by several operations that refer to one callback or one path.
 */
const gatherCauses = (findings: Finding[]): Cause[] => {
  const causes = new Map<string, Cause>();
  for (const finding of findings) {
    const { rule, context, name = '', oldValue, newValue, before, after } = finding;
    const direction = WORDS.test(rule) ? '' : context.direction;
    const [old, now] = [canonical(oldValue), canonical(newValue)];
    // NUL stands in no document, so that it tells the parts from each other.
    const place = `${rule}\0${direction}\0${name}\0${old}\0${now}\0${before}\0${after}`;
    const known = causes.get(place);
    if (known !== undefined) known.findings.push(finding);
    else {
      const identity = JSON.stringify([rule, direction, context.trail, name, old, now]);
      causes.set(place, { identity, findings: [finding] });
    }
  }
  return [...causes.values()];
};

const FAMILY_RANK = { body: 0, parameter: 1, 'header-parameter': 2, header: 3 };

const mostTelling = (findings: Finding[]): Finding =>
  findings.reduce((best, finding) => {
    const [a, b] = [best, finding].map(
      each => RANK[severityIn(each)] * 100 + Number(each.context.inert) * 10 + FAMILY_RANK[each.context.family],
    );
    return (b ?? 0) < (a ?? 0) ? finding : best;
  });

const keyOf = (identity: string, repeated: number): string =>
  hash('sha256', repeated === 0 ? identity : `${identity} ${repeated}`).slice(0, 32);

const REMOVAL = /(^|-)removed$|-removed-|-deleted$|-unset$/;

const asItem = (cause: Cause, key: string, affectedOperations: AffectedOperation[], promises: Promises): DiffItem => {
  const finding = mostTelling(cause.findings);
  const rule = ruleId(finding);
  const isHarmless = promisesNothing(affectedOperations, promises) || isUnused(finding, affectedOperations);
  const severity = isHarmless ? 'INFO' : severityIn(finding);
  const [first] = affectedOperations as (AffectedOperation | undefined)[];
  const { before, after, oldValue, newValue, message } = finding;
  const goes = after === undefined || (before !== undefined && REMOVAL.test(rule));
  return {
    rule,
    key,
    changeType: changeTypeOf(finding),
    severity,
    isBreaking: severity === 'BREAKING',
    mustHandle: severity !== 'INFO',
    ...first,
    affectedOperations,
    location: (goes ? before : after) ?? '',
    ...(before !== undefined && { pointerBefore: before }),
    ...(after !== undefined && { pointerAfter: after }),
    ...(oldValue !== undefined && { oldValue }),
    ...(newValue !== undefined && { newValue }),
    message,
    sortOrder: 0,
  };
};

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const inOrder = (a: DiffItem, b: DiffItem): number =>
  RANK[a.severity] - RANK[b.severity] ||
  compareText(a.path ?? '', b.path ?? '') ||
  compareText(a.method ?? '', b.method ?? '') ||
  compareText(a.location, b.location) ||
  compareText(a.rule, b.rule) ||
  compareText(a.key, b.key);

export const makeItems = (findings: Finding[], reach: Reach, promises: Promises): DiffItem[] => {
  const repeated = new Map<string, number>();
  const items: DiffItem[] = [];
  for (const cause of gatherCauses(findings)) {
    const affected = reach(cause.findings.map(({ context }) => context.unit));
    if (!cause.findings.some(finding => isWanted(finding, affected, promises))) continue;
    const count = repeated.get(cause.identity) ?? 0;
    repeated.set(cause.identity, count + 1);
    items.push(asItem(cause, keyOf(cause.identity, count), affected, promises));
  }
  items.sort(inOrder);
  for (const [index, item] of items.entries()) item.sortOrder = index;
  return items;
};
