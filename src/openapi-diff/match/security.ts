import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_SECURITY_STEPS } from '../budgets.ts';
import {
  add,
  applyRules,
  type Context,
  contextOf,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  newUnit,
  sharedUnit,
  type Unit,
} from '../engine.ts';
import { type Direction, severityOf } from '../law.ts';
import type { ApiDocument, Entry } from '../read/document.ts';
import type { Operation } from '../read/operations.ts';
import { sameValue } from '../read/values.ts';
import {
  globalSecurityRules,
  matchAlternatives,
  operationSecurityRules,
  readSecurity,
  type Security,
  type SecurityPair,
} from '../rules/security.ts';
import { type SchemePair, schemeRules } from '../rules/security-schemes.ts';
import { extensionRulesFor } from '../rules/texts.ts';
import { schemesOf } from './renamed-schemes.ts';
import { compareReferenceTexts, compareTexts } from './texts.ts';

const GLOBAL = 'security of the document';

/** The place of the security of the document, if it has any. */
const globalPointer = ({ root: { security } }: ApiDocument): string | undefined =>
  security === undefined ? undefined : '/security';

export const prepareSecurity = (engine: Engine): void => {
  const [before, after] = [securityOf(engine, 'before', undefined), securityOf(engine, 'after', undefined)];
  const pair = pairOf(engine, before, after, globalPointer(engine.before), globalPointer(engine.after));
  if (pair === null) return;
  engine.security.set(GLOBAL, unit => {
    const context = contextOf(unit, 'Security', '/security', 'SECURITY_CHANGED');
    return applyRules(engine, context, globalSecurityRules, pair);
  });
};

/** The security in effect, by the old names of schemes. Read once: many operations may inherit a long list. */
const securityOf = (engine: Engine, side: 'before' | 'after', own: JsonValue | undefined): Security => {
  const known = engine.alternatives[side];
  const list = own ?? engine[side].root.security;
  const found = known.get(list) ?? readSecurity(side === 'before' ? listOf(list) : oldNames(engine, listOf(list)));
  known.set(list, found);
  return found;
};

const spend = (engine: Engine, steps: number): void => {
  engine.securitySteps.left -= steps;
  if (engine.securitySteps.left < 0)
    throw new ComparisonTooLarge(`${MAX_SECURITY_STEPS} pairs of security requirements`);
};

/** Null if the same alternatives authorise a call. */
const pairOf = (
  engine: Engine,
  before: Security,
  after: Security,
  pointerBefore: string | undefined,
  pointerAfter: string | undefined,
): SecurityPair | null => {
  const match = matchAlternatives(before.alternatives, after.alternatives);
  const changed = match.pairs.length + match.removed.length + match.added.length;
  spend(engine, (1 + changed) * (before.size + after.size));
  if (changed === 0) return null;
  return { ...match, before: before.alternatives, after: after.alternatives, pointerBefore, pointerAfter };
};

/** Links to what the document says about security, which is compared for the direction of the operation. */
const linkSecurity = (engine: Engine, context: Context, name: string): void => {
  const compare = engine.security.get(name);
  if (compare === undefined) return;
  const { direction } = context;
  sharedUnit(engine, keyIn(direction, name), context, unit =>
    compare(unit).map(found => inDirection(direction, found)),
  );
};

const keyIn = (direction: Direction, name: string): string => `${name} ${direction}`;

/** A change with the same severity in both directions is one change. */
const inDirection = (direction: Direction, found: Finding): Finding =>
  severityOf(found.effect, direction) === severityOf(found.effect, found.context.direction)
    ? found
    : { ...found, context: { ...found.context, direction } };

/** Compares what no operation uses. */
export const compareUnusedSecurity = (engine: Engine): Findings =>
  [...engine.security].flatMap(([name, compare]) => {
    if (engine.shared.has(keyIn('request', name)) || engine.shared.has(keyIn('response', name))) return [];
    const found = compare(newUnit(engine));
    return name === GLOBAL ? found.map(withoutEffect) : found;
  });

/** The operations that both documents have need the same credentials, or say themselves which ones. */
const withoutEffect = (finding: Finding): Finding => ({
  ...finding,
  context: { ...finding.context, thing: 'Default security, with no effect on existing endpoints' },
});

/** Whether the documents have the same security. Operations inherit it, so equal operations can have another one. */
export const hasSameSecurity = ({ before: { root: before }, after: { root: after }, sameness }: Engine): boolean => {
  const schemesIn = ({ components }: JsonObject) => (isJsonObject(components) ? components.securitySchemes : undefined);
  return sameness.isSame(before.security, after.security) && sameness.isSame(schemesIn(before), schemesIn(after));
};

const oldNames = ({ renamedSchemes }: Engine, list: JsonValue[]): JsonValue[] =>
  renamedSchemes.size === 0
    ? list
    : list.map(requirement =>
        isJsonObject(requirement)
          ? Object.fromEntries(
              Object.entries(requirement).map(([name, scopes]) => [renamedSchemes.get(name) ?? name, scopes]),
            )
          : requirement,
      );

const schemeKey = (name: string): string => `security scheme ${name}`;
/** A scheme that only one document has. */
const loneSchemeKey = (name: string): string => `only ${schemeKey(name)}`;

/** Returns the changes that concern no operation: those of the texts beside references. */
export const prepareSchemes = (engine: Engine): Findings => {
  const found: Finding[] = [];
  const [old, now] = [schemesOf(engine.before), schemesOf(engine.after)];
  const renamed = new Set([...engine.renamedSchemes].flat());
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(name)?.value ?? null, now.get(name)?.value ?? null];
    if (renamed.has(name)) {
      prepareRenamed(engine, name, old, now);
      continue;
    }
    add(found, compareSchemeReference(engine, name, old.get(name), now.get(name)));
    if (sameValue(before ?? undefined, after ?? undefined)) continue;
    const key = before === null || after === null ? loneSchemeKey(name) : schemeKey(name);
    engine.security.set(key, unit => compareScheme(engine, unit, { name, before, after }));
  }
  return found;
};

const compareScheme = (engine: Engine, unit: Unit, pair: Omit<SchemePair, 'pointer'>): Findings => {
  const { name, before, after } = pair;
  const pointer = `/components/securitySchemes/${name}`;
  const context = contextOf(unit, `Security scheme \`${name}\``, pointer, 'SECURITY_CHANGED');
  const found = [...applyRules(engine, context, schemeRules, { ...pair, pointer })];
  if (before === null || after === null) return found;
  const [was, is] = [
    { value: before, pointer },
    { value: after, pointer },
  ];
  add(found, compareTexts(engine, context, was, is, 'scheme'));
  add(found, applyRules(engine, context, extensionRulesFor(was, is), { before: was, after: is }));
  return found;
};

/** Of a renamed scheme, only the descriptions can differ (`areAlike`). */
const prepareRenamed = (engine: Engine, name: string, old: Map<string, Entry>, now: Map<string, Entry>): void => {
  const origin = engine.renamedSchemes.get(name) ?? '';
  const [was, is] = [old.get(origin), now.get(name)];
  if (was === undefined || is === undefined) return;
  engine.security.set(schemeKey(origin), unit => {
    const { pointer } = is;
    const context = contextOf(unit, `Security scheme \`${name}\``, pointer, 'SECURITY_CHANGED');
    const found = applyRules(engine, context, schemeRules, { name, before: was.value, after: is.value, pointer });
    return [
      ...found.map(finding => ({ ...finding, before: was.pointer })),
      ...compareTexts(engine, context, was, is, 'scheme'),
    ];
  });
};

const compareSchemeReference = (engine: Engine, name: string, before?: Entry, after?: Entry): Findings => {
  if (before === undefined || after === undefined || !(before.reference || after.reference)) return NO_FINDINGS;
  const context = contextOf(newUnit(engine), `Security scheme \`${name}\``, `/components/securitySchemes/${name}`);
  return compareReferenceTexts(engine, context, before, after);
};

/** Compares the security of an operation. Inherited security of the document is reported once for all operations. */
export const compareOwnSecurity = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  const [old, now] = [before.value.security, after.value.security];
  const isInherited = old === undefined && now === undefined;
  if (engine.security.size === 0 && (isInherited || engine.sameness.isSame(old, now))) return NO_FINDINGS;
  const [was, is] = [securityOf(engine, 'before', old), securityOf(engine, 'after', now)];
  linkSchemes(engine, context, was, is);
  if (isInherited) {
    linkSecurity(engine, context, GLOBAL);
    return NO_FINDINGS;
  }
  const at = (document: ApiDocument, { pointer, value }: Operation) =>
    value.security === undefined ? globalPointer(document) : `${pointer}/security`;
  const pair = pairOf(engine, was, is, at(engine.before, before), at(engine.after, after));
  if (pair === null) return NO_FINDINGS;
  const inner: Context = { ...context, thing: 'Security', changeType: 'SECURITY_CHANGED' };
  return applyRules(engine, inner, operationSecurityRules, pair);
};

type ChangedSchemes = Record<'inBoth' | 'lone', ReadonlySet<string>>;

const known = new WeakMap<Security, ChangedSchemes>();

const changedOf = (engine: Engine, security: Security): ChangedSchemes => {
  const keysBy = (keyOf: (name: string) => string) =>
    new Set([...security.schemes].map(keyOf).filter(key => engine.security.has(key)));
  const changed = known.get(security) ?? { inBoth: keysBy(schemeKey), lone: keysBy(loneSchemeKey) };
  known.set(security, changed);
  return changed;
};

/** A change of a scheme concerns the callers who used it before and still may. */
const linkSchemes = (engine: Engine, context: Context, before: Security, after: Security): void => {
  const [old, now] = [changedOf(engine, before), changedOf(engine, after)];
  spend(engine, 5 * (old.inBoth.size + old.lone.size + now.inBoth.size + now.lone.size));
  for (const name of [...old.inBoth.intersection(now.inBoth), ...old.lone, ...now.lone])
    linkSecurity(engine, context, name);
};
