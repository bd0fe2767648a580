import { append } from '../../openapi/pointer.ts';
import type { Context, Finding, Findings } from '../engine.ts';
import { severityOf } from '../law.ts';
import type { Located } from '../read/document.ts';
import { inertLists, lists } from '../rules/property-lists.ts';
import type { RuleFacts } from '../rules/rule.ts';

/** Rules about added and removed properties, by effect. */
const COMES_OR_GOES: ReadonlySet<RuleFacts> = new Set<RuleFacts>([...lists, ...inertLists]);

/** Whether a property of the schema itself, not of a nested one, was added or removed. */
export const isOwnProperty = (context: Context, { rule, context: place, name = '' }: Finding): boolean =>
  COMES_OR_GOES.has(rule) && place.trail === append(`${context.trail}/properties`, name);

type Component = Located & { name: string };

/** If a component was replaced by another one, all lost properties become one item, and all new ones another. */
export const foldRetargeted = (context: Context, before: Component, after: Component, found: Findings): Findings => {
  const isOwn = (finding: Finding): boolean => isOwnProperty(context, finding);
  const rows = Map.groupBy(found.filter(isOwn).sort(byName), ({ rule, effect }) =>
    rule.location === 'before' ? 'lost' : `new ${severityOf(effect, context.direction)}`,
  );
  if (rows.size === 0) return found;
  const folded = [...rows].map(([kind, group]): Finding => {
    const names = group.map(({ name }) => name).join(', ');
    const says = `refers to \`${after.name}\` instead of \`${before.name}\` now; ${kind.split(' ')[0]}: ${names}`;
    const at = { before: before.pointer, after: after.pointer };
    return { ...mostTelling(group), ...at, context: { ...context, inert: group.every(isInert) }, name: names, says };
  });
  return [...found.filter(finding => !isOwn(finding)), ...folded];
};

/** The names are part of the key of a change, so they do not depend on the order of keys. */
const byName = ({ name: a = '' }: Finding, { name: b = '' }: Finding): number => (a < b ? -1 : 1);

const isInert = ({ context }: Finding): boolean => context.inert;

const mostTelling = (group: Finding[]): Finding => {
  const breaks = ({ effect, context }: Finding): boolean => severityOf(effect, context.direction) === 'BREAKING';
  return group.find(({ effect }) => effect === 'removes') ?? group.find(breaks) ?? (group[0] as Finding);
};
