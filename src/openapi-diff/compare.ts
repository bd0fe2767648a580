import type { JsonObject } from '../platform/json.ts';
import { ComparisonTooLarge, MAX_REPEATED_VALUES, MAX_SECURITY_STEPS, MAX_STEPS_OF_OVERLAPS } from './budgets.ts';
import { openProver } from './containment/prove.ts';
import { add, type Engine, runPending } from './engine.ts';
import { compareDocument, inheritsServers, reportOmittedTextChanges, reportTooLarge } from './match/document.ts';
import { compareOperations, matchOperations, type OperationMatch, operationsOf } from './match/operations.ts';
import { findRenamedSchemes } from './match/renamed-schemes.ts';
import { compareUnusedSecurity } from './match/security.ts';
import { findSameness, nothingSame } from './match/unchanged.ts';
import type { AffectedOperation, Comparison, DiffItem, DiffSummary } from './model.ts';
import { dialectOf, openDocument } from './read/document.ts';
import { findMovedPrefix } from './read/moved-prefix.ts';
import { describeOperation } from './read/operations.ts';
import { Reach } from './report/affected-operations.ts';
import { makeItems, markWholes, type Promises } from './report/items.ts';
import type { Notice } from './rules/deprecations.ts';
import { isDeclaredStable, isUnstable } from './rules/stability.ts';
import { WALK } from './schemas/compare.ts';
import { replayView } from './schemas/null.ts';

export type ComparisonOptions = Notice & {
  /** Compares every part in full, even if both texts are equal. Tests use it to check the short cuts. */
  atLength?: boolean;
};

/** `dated`: the result depends on the day of the comparison. */
export type OpenApiComparison = Comparison & { dated: boolean };

/**
 * Compares two valid OpenAPI documents. `before` is null for a first version, in which every endpoint is new. Documents that
 * exceed a budget have one change, which says so: a breaking one, or information about a first version.
 */
export const compareOpenApi = (
  before: JsonObject | null,
  after: JsonObject,
  options: ComparisonOptions = {},
): OpenApiComparison => {
  const older = before ?? { openapi: after.openapi ?? '3.1.0', paths: {} };
  try {
    return compareDocuments(openEngine(older, after, options), before === null);
  } catch (error) {
    const limit = error instanceof ComparisonTooLarge ? error.limit : error instanceof RangeError ? NESTING : undefined;
    if (limit === undefined) throw error;
    return tooLarge(bareEngine(older, after, options), limit, before === null);
  }
};

const NESTING = 'the supported nesting levels of schemas';

const tooLarge = (engine: Engine, limit: string, isFirst: boolean): OpenApiComparison => {
  const promises: Promises = { unstable: new Set(), declaredStable: new Set() };
  const items = makeItems([...reportTooLarge(engine, limit, isFirst)], new Reach(engine.units, []), promises, engine);
  return { summary: summarize(items, 0), items, dated: false };
};

const compareDocuments = (engine: Engine, isFirst: boolean): OpenApiComparison => {
  const matches = inOrder(matchOperations(engine.operations.before, engine.operations.after));
  const findings = isFirst ? [] : [...compareDocument(engine, { serversInUse: areServersInUse(matches) })];
  nameOperations(engine, matches);
  add(findings, compareOperations(engine, matches));
  add(findings, compareUnusedSecurity(engine));
  add(findings, runPending(engine));
  add(findings, reportOmittedTextChanges(engine));
  markWholes(engine.units);
  const operations = matches.map(({ before, after }) =>
    describeOperation((after ?? before) as NonNullable<typeof after>),
  );
  const promises = promisesOf(matches, operations);
  const items = makeItems(findings, new Reach(engine.units, operations), promises, engine);
  const dated = findings.some(finding => finding.dated === true);
  return { summary: summarize(items, operations.length), items, dated };
};

/** Links find the identities of operations by their ids and locations. */
const nameOperations = ({ identities }: Engine, matches: OperationMatch[]): void => {
  for (const match of matches)
    for (const side of ['before', 'after'] as const) {
      const operation = match[side];
      if (operation === null) continue;
      const { identity, pointer, value } = operation;
      identities[side].set(pointer, identity);
      if (typeof value.operationId === 'string') identities[side].set(`id ${value.operationId}`, identity);
    }
};

const areServersInUse = (matches: OperationMatch[]): boolean =>
  matches.some(({ before, after }) => before !== null && after !== null && inheritsServers(before, after));

const promisesOf = (matches: OperationMatch[], operations: AffectedOperation[]): Promises => {
  const promises: Promises = { unstable: new Set(), declaredStable: new Set() };
  for (const [index, { before, after }] of matches.entries()) {
    const operation = operations[index];
    const sides = [before, after].filter(side => side !== null);
    if (operation === undefined || sides.length === 0) continue;
    if (sides.every(({ value }) => isUnstable(value))) promises.unstable.add(operation);
    if (after !== null && isDeclaredStable(after.value)) promises.declaredStable.add(operation);
  }
  return promises;
};

const openEngine = (before: JsonObject, after: JsonObject, options: ComparisonOptions): Engine => {
  const engine = bareEngine(before, after, options);
  const isShort = !engine.before.crossed && !options.atLength;
  const sameness = isShort ? findSameness(engine.before, engine.after) : nothingSame;
  const movedPrefix = findMovedPrefix(before, after);
  const operations = {
    before: operationsOf(engine.before, movedPrefix?.before ?? '', engine.after),
    after: operationsOf(engine.after, movedPrefix?.after ?? '', engine.before),
  };
  return {
    ...engine,
    ...(movedPrefix && { movedPrefix }),
    operations,
    renamedSchemes: findRenamedSchemes(engine.before, engine.after, operations),
    sameness,
    prover: openProver((a, b) => sameness.isSame(a, b)),
    overlapProver: openProver((a, b) => sameness.isSame(a, b)),
  };
};

/** Enough to say that documents are too large: looks for nothing in them. */
const bareEngine = (before: JsonObject, after: JsonObject, options: ComparisonOptions): Engine => {
  const crossed = dialectOf(before) !== dialectOf(after);
  const documents = { before: openDocument(before, crossed), after: openDocument(after, crossed) };
  return {
    ...documents,
    notice: options,
    walk: WALK,
    operations: { before: [], after: [] },
    renamedSchemes: new Map(),
    sameness: nothingSame,
    prover: openProver(() => false),
    overlapProver: openProver(() => false),
    replay: replayView(documents.before, documents.after),
    units: [],
    shared: new Map(),
    security: new Map(),
    alternatives: { before: new Map(), after: new Map() },
    securitySteps: { left: MAX_SECURITY_STEPS },
    repeats: new Map(),
    repeatedValues: { left: MAX_REPEATED_VALUES },
    identities: { before: new Map(), after: new Map() },
    schemas: [],
    pending: [],
    forms: new Map(),
    unfolded: new Set(),
    inside: { effects: new Map(), pairs: 0, met: 0 },
    counts: { findings: 0, textChanges: 0, unreportedTexts: 0, pairs: 0 },
    overlaps: { left: MAX_STEPS_OF_OVERLAPS },
  };
};

/**
 * Sorts by path, then by method, so that the first affected operation of an item does not depend on the order of keys.
 */
const inOrder = (matches: OperationMatch[]): OperationMatch[] => {
  const keyed = matches.map(withKey);
  return keyed.sort(byKey).map(({ match }) => match);
};

type Keyed = { match: OperationMatch; key: string };

const withKey = (match: OperationMatch): Keyed => {
  const operation = match.after ?? match.before;
  return { match, key: operation === null ? '' : `${operation.path} ${operation.method} ${operation.identity}` };
};

const byKey = (a: Keyed, b: Keyed): number => (a.key < b.key ? -1 : 1);

const summarize = (items: DiffItem[], operationCount: number): DiffSummary => {
  const count = (keep: (item: DiffItem) => boolean): number => items.filter(keep).length;
  const lone = (item: DiffItem): boolean =>
    item.changeType === 'ENDPOINT_ADDED' || item.changeType === 'ENDPOINT_REMOVED';
  const modified = new Set<DiffItem['affectedOperations'][number]>();
  const counted = new Set<DiffItem['affectedOperations']>();
  for (const { affectedOperations } of items.filter(item => !lone(item))) {
    if (counted.has(affectedOperations) || modified.size === operationCount) continue;
    counted.add(affectedOperations);
    for (const operation of affectedOperations) modified.add(operation);
  }
  return {
    unchanged: items.length === 0,
    addedEndpoints: count(item => item.changeType === 'ENDPOINT_ADDED'),
    removedEndpoints: count(item => item.changeType === 'ENDPOINT_REMOVED'),
    modifiedEndpoints: modified.size,
    breakingChanges: count(item => item.severity === 'BREAKING'),
    warnings: count(item => item.severity === 'WARNING'),
    infos: count(item => item.severity === 'INFO'),
  };
};
