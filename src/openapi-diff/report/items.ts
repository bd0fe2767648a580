import { hash } from 'node:crypto';
import type { JsonObject } from '../../platform/json.ts';
import { type Context, type Finding, thingOf, type Unit } from '../engine.ts';
import { severityOf } from '../law.ts';
import { type AffectedOperation, type ChangeType, type DiffItem, SEVERITY_RANK, type Severity } from '../model.ts';
import { canonical, capital } from '../read/values.ts';
import { INERT_SUBJECTS, idAt } from '../rules/ids.ts';
import type { Subject } from '../rules/levels.ts';
import { PLACE } from '../rules/rule.ts';
import type { Reach } from './affected-operations.ts';
import { placeIn } from './places.ts';

const SITES = { body: 'body', parameter: 'parameter', 'header-parameter': 'parameter', header: 'header' } as const;
const NESTED = {
  body: 'property',
  parameter: 'parameter-property',
  'header-parameter': 'header-property',
  header: 'header-property',
} as const;

const subjectOf = ({ unit, direction, family, inert, root }: Context): Subject => {
  if (inert) return INERT_SUBJECTS[direction];
  const whole = root && unit.reachedAsWhole;
  return `${direction}-${whole ? SITES[family] : NESTED[family]}`;
};

const changeTypeOf = ({ rule, context }: Finding): ChangeType =>
  rule.changeType ??
  context.changeType ??
  (context.direction === 'request' ? 'REQUEST_BODY_CHANGED' : 'RESPONSE_CHANGED');

const severityIn = ({ effect, context }: Finding): Severity =>
  context.inert ? 'INFO' : severityOf(effect, context.direction);

/** The stability of operations; drafts and alphas may change freely. */
export type Promises = { unstable: Set<AffectedOperation>; declaredStable: Set<AffectedOperation> };

const promisesNothing = (affected: AffectedOperation[], { unstable }: Promises): boolean =>
  unstable.size > 0 && affected.length > 0 && affected.every(operation => unstable.has(operation));

const isUnused = ({ rule }: Finding, affected: AffectedOperation[]): boolean =>
  rule.countsOnlyInUse === true && affected.length === 0;

const isWanted = ({ only }: Finding, affected: AffectedOperation[], { declaredStable }: Promises): boolean => {
  if (only === undefined) return true;
  return (only === 'stable') === (declaredStable.size > 0 && affected.some(operation => declaredStable.has(operation)));
};

/** A schema that a whole body reaches only through references represents the whole body. */
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

type Cause = {
  identity: string;
  /** The first trail in alphabetical order, so that the identity does not depend on the order of keys. */
  trail: string;
  findings: Finding[];
  /** The old and the new value, as text; empty if `content` identifies the cause. */
  values: string;
  /** Causes at the same places, by their values. */
  others?: Map<string, Cause>;
};

/**
 * Merges findings with one cause: the same rule between the same places, reached through a body and a parameter, or
 * through several operations that share a callback or path.
 */
const gatherCauses = (findings: Finding[]): Cause[] => {
  const gathered: Cause[] = [];
  // Values may be long, so they are no part of the key: only few places have several causes.
  const places = new Map<string, Cause>();
  for (const finding of findings) {
    const { rule, context, name = '', content, oldValue, newValue, before, after } = finding;
    const direction = rule.anyDirection ? '' : context.direction;
    const [old, now] = [canonical(oldValue), canonical(newValue)];
    // NUL occurs in no document, so it separates the parts.
    const place = `${rule.id}\0${direction}\0${content ?? `${name}\0${before}\0${after}`}`;
    const values = content === undefined ? `${old}\0${now}` : '';
    const { trail } = context;
    const first = places.get(place);
    const known = first === undefined || first.values === values ? first : first.others?.get(values);
    if (known !== undefined) {
      known.findings.push(finding);
      if (content !== undefined) known.identity = JSON.stringify([rule.id, direction, content]);
      else if (trail < known.trail) {
        known.trail = trail;
        known.identity = JSON.stringify([rule.id, direction, trail, name, old, now]);
      }
      continue;
    }
    const identity = JSON.stringify([rule.id, direction, trail, name, old, now]);
    const cause: Cause = { identity, trail, findings: [finding], values };
    gathered.push(cause);
    if (first === undefined) places.set(place, cause);
    else {
      first.others ??= new Map();
      first.others.set(values, cause);
    }
  }
  return gathered;
};

const FAMILY_RANK = { body: 0, parameter: 1, 'header-parameter': 2, header: 3 };

const rankOf = (finding: Finding): number => {
  const { inert, family, root, unit } = finding.context;
  const isPart = !(root && unit.reachedAsWhole);
  return SEVERITY_RANK[severityIn(finding)] * 100 + Number(inert) * 10 + FAMILY_RANK[family] * 2 + Number(isPart);
};

/** The finding that represents its cause: the most severe one, then a whole body before a property, then by text. */
const mostTelling = (findings: Finding[]): Finding =>
  findings.reduce((best, finding) => {
    const [{ trail }, { trail: bestTrail }] = [finding.context, best.context];
    const difference = rankOf(finding) - rankOf(best) || compareText(trail, bestTrail);
    return difference < 0 || (difference === 0 && sentence(finding) < sentence(best)) ? finding : best;
  });

const keyOf = (identity: string, repeated: number): string =>
  hash('sha256', repeated === 0 ? identity : `${identity} ${repeated}`).slice(0, 32);

/**
 * Where the places changed that got or lost something, the key names them: another place is another change. A change
 * with another severity than its rule usually has is also another one.
 */
const identityOf = ({ identity, findings }: Cause, severity: Severity): string => {
  const places = new Set(findings.flatMap(placesOf));
  const isUsual = findings.some(({ rule, context }) => severity === severityOf(rule.effect, context.direction));
  const parts = places.size === 0 && isUsual ? [] : [[...places].sort(), isUsual ? '' : severity];
  return parts.length === 0 ? identity : `${identity} ${JSON.stringify(parts)}`;
};

const placesOf = ({ content, context: { unit, trail } }: Finding): string[] =>
  unit.places === undefined ? (content === undefined ? [] : [trail]) : [digestOfPlaces(unit.places)];

/** Many findings share one set of places. */
const digests = new WeakMap<ReadonlySet<string>, string>();

const digestOfPlaces = (places: ReadonlySet<string>): string => {
  const digest = digests.get(places) ?? hash('sha256', JSON.stringify([...places].sort()));
  digests.set(places, digest);
  return digest;
};

type Documents = Record<'before' | 'after', { root: JsonObject }>;

/** A text that starts with a verb follows its subject without a colon. */
const PREDICATE = /^(was|became|is|may|must|need|refers|took) /;

const sentence = ({ context, says }: Finding): string => {
  const subject = thingOf(context);
  if (says.includes(PLACE)) return `${subject} ${says.replaceAll(PLACE, () => context.place || 'the schema')}`;
  const named = context.place === '' || subject.toLowerCase().includes(context.place.toLowerCase());
  const place = named ? '' : ` ${context.place.startsWith('schema ') ? 'of' : 'in'} ${context.place}`;
  if (subject === '') return capital(says);
  return PREDICATE.test(says) ? `${subject}${place} ${says}` : `${subject}${place}: ${says}`;
};

const asItem = (
  cause: Cause,
  affectedOperations: AffectedOperation[],
  promises: Promises,
  documents: Documents,
): DiffItem => {
  const finding = mostTelling(cause.findings);
  const { rule, context } = finding;
  const isHarmless = promisesNothing(affectedOperations, promises) || isUnused(finding, affectedOperations);
  const severity = isHarmless ? 'INFO' : severityIn(finding);
  const [first] = affectedOperations as (AffectedOperation | undefined)[];
  const { oldValue, newValue } = finding;
  const before = finding.before === undefined ? undefined : placeIn(documents.before.root, finding.before);
  const after = finding.after === undefined ? undefined : placeIn(documents.after.root, finding.after);
  const goes = after === undefined || (before !== undefined && rule.location === 'before');
  return {
    rule: idAt(rule, subjectOf(context), context.direction),
    key: '',
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
    message: sentence(isEverywhere(cause) ? { ...finding, context: { ...context, place: '' } } : finding),
    sortOrder: 0,
  };
};

/** Whether the same content was added or removed at several places. */
const isEverywhere = ({ findings }: Cause): boolean => findings.length > 1 && findings[0]?.content !== undefined;

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const inOrder = (a: DiffItem, b: DiffItem): number =>
  SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] ||
  compareText(a.path ?? '', b.path ?? '') ||
  compareText(a.method ?? '', b.method ?? '') ||
  compareText(a.location, b.location) ||
  compareText(a.rule, b.rule) ||
  compareText(a.key, b.key);

/**
 * Splits a cause by severity, with the affected operations. The same change can break one operation and not another,
 * where the property is read-only. Each operation counts only at its highest severity.
 */
const partsOf = (cause: Cause, reach: Reach): [Cause, AffectedOperation[]][] => {
  const parts = Map.groupBy(cause.findings, severityIn);
  if (parts.size === 1) return [[cause, reach.of(cause.findings.map(unitOf))]];
  const told = new Set<AffectedOperation>();
  return [...parts]
    .sort(([a], [b]) => SEVERITY_RANK[a] - SEVERITY_RANK[b])
    .flatMap(([, findings], index): [Cause, AffectedOperation[]][] => {
      const affected = reach.of(findings.map(unitOf)).filter(operation => !told.has(operation));
      for (const operation of affected) told.add(operation);
      return index === 0 || affected.length > 0 ? [[{ ...cause, findings }, affected]] : [];
    });
};

const unitOf = ({ context }: Finding): Unit => context.unit;

/** Items with one identity are numbered by their places, so that their keys do not depend on the order of keys. */
const numberRepeated = (identities: ReadonlyMap<string, DiffItem[]>): void => {
  for (const [identity, items] of identities) {
    if (items.length === 1) continue;
    items.sort(byPlace);
    for (const [index, item] of items.entries()) item.key = keyOf(identity, index);
  }
};

const byPlace = (a: DiffItem, b: DiffItem): number =>
  compareText(a.pointerBefore ?? '', b.pointerBefore ?? '') ||
  compareText(a.pointerAfter ?? '', b.pointerAfter ?? '') ||
  SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity];

export const makeItems = (findings: Finding[], reach: Reach, promises: Promises, documents: Documents): DiffItem[] => {
  const items: DiffItem[] = [];
  const identities = new Map<string, DiffItem[]>();
  for (const cause of gatherCauses(findings)) {
    for (const [part, affected] of partsOf(cause, reach)) {
      if (!part.findings.some(finding => isWanted(finding, affected, promises))) continue;
      const item = asItem(part, affected, promises, documents);
      items.push(item);
      const identity = identityOf(part, item.severity);
      item.key = keyOf(identity, 0);
      const alike = identities.get(identity);
      if (alike === undefined) identities.set(identity, [item]);
      else alike.push(item);
    }
  }
  numberRepeated(identities);
  items.sort(inOrder);
  for (const [index, item] of items.entries()) item.sortOrder = index;
  return items;
};
