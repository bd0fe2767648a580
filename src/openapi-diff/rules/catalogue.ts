import type { Direction } from '../law.ts';
import { annotationRules } from './annotations.ts';
import { requestBodyRules } from './bodies.ts';
import { boundRules } from './bounds.ts';
import {
  allOfRules,
  annotationBranchRules,
  anyOfRules,
  looseningRules,
  oneOfRules,
  overlapRules,
  wrapRules,
} from './compositions.ts';
import { parameterLifecycleRules } from './deprecations.ts';
import { discriminatorRules } from './discriminators.ts';
import { dialectRules, documentRules, tooLargeRules, uncountedTextRules } from './document.ts';
import { addedEndpointRules, removedEndpointRules } from './endpoints.ts';
import { enumRules } from './enums.ts';
import { headerRules, linkRules } from './headers.ts';
import { INERT_SUBJECTS, idAt } from './ids.ts';
import type { Use } from './levels.ts';
import { mediaTypeRules } from './media-types.ts';
import { dependentRules, mapRules } from './objects.ts';
import { endpointRules } from './operation-fields.ts';
import { contentRules, parameterRules } from './parameters.ts';
import { propertyRules, undecidedRules } from './properties.ts';
import { responseRules } from './responses.ts';
import type { RuleFacts } from './rule.ts';
import { globalSecurityRules, operationSecurityRules } from './security.ts';
import { schemeRules } from './security-schemes.ts';
import { serverRules } from './servers.ts';
import { opaqueRules, subschemaRules } from './subschemas.ts';
import { extensionKeywordRules, extensionRules, textKeywordRules, textRules } from './texts.ts';
import { typeRules } from './types.ts';

const allOf = (tables: Record<string, readonly RuleFacts[]>): RuleFacts[] => Object.values(tables).flat();

/** Every rule, topic by topic. A rule in none of these tables has no id that an override could name. */
export const CATALOGUE: Record<string, readonly RuleFacts[]> = {
  document: [...documentRules, ...dialectRules, ...uncountedTextRules, ...tooLargeRules, ...serverRules],
  endpoints: [...addedEndpointRules, ...removedEndpointRules, ...endpointRules],
  parameters: [...parameterRules, ...contentRules, ...parameterLifecycleRules],
  bodies: [...requestBodyRules, ...mediaTypeRules],
  responses: [...responseRules, ...headerRules, ...linkRules],
  extensions: [...extensionRules, ...extensionKeywordRules],
  security: [...operationSecurityRules, ...globalSecurityRules, ...schemeRules],
  types: typeRules,
  enums: allOf(enumRules),
  bounds: allOf(boundRules),
  properties: [...propertyRules, ...undecidedRules],
  objects: [...mapRules, ...allOf(subschemaRules), ...allOf(opaqueRules), ...allOf(dependentRules)],
  compositions: [
    ...[...allOfRules, ...annotationBranchRules, ...oneOfRules, ...anyOfRules, ...wrapRules, ...looseningRules],
    ...overlapRules,
    ...allOf(discriminatorRules),
  ],
  annotations: [...allOf(annotationRules), ...textKeywordRules, ...textRules],
};

/** One id as an item has it, with the rule that assigns it. */
export type RuleId = {
  id: string;
  rule: RuleFacts;
  topic: string;
  /** The place of the id; its direction if the id names no place. */
  use: Use;
  direction: Direction;
  /** Nobody sends or reads it: harmless under every profile. */
  inert: boolean;
};

const DIRECTIONS: readonly Direction[] = ['request', 'response'];
const SITES = ['body', 'property', 'parameter', 'parameter-property', 'header', 'header-property'] as const;

/** Every id of a rule, by place. Two places can have the same id. */
export const idsOf = (rule: RuleFacts): Omit<RuleId, 'topic'>[] => {
  const { id, direction: own } = rule;
  const at = (use: Use, direction: Direction, inert = false) => ({
    ...{ id: idAt(rule, use, direction), rule, use, direction, inert },
  });
  if (own !== undefined) return [at(own, own)];
  return DIRECTIONS.flatMap(direction => {
    if (id.includes('{direction}')) return [at(direction, direction)];
    const inert = at(INERT_SUBJECTS[direction], direction, true);
    if (id.includes('{inert}')) return [inert];
    return [...SITES.map(site => at(`${direction}-${site}`, direction)), inert];
  });
};

/** Every id of the catalogue. If several rules have the same id, the first one counts. */
export const ruleIds: ReadonlyMap<string, RuleId> = collectIds();

function collectIds(): Map<string, RuleId> {
  const ids = new Map<string, RuleId>();
  for (const [topic, rules] of Object.entries(CATALOGUE))
    for (const one of rules.flatMap(idsOf)) if (!ids.has(one.id)) ids.set(one.id, { ...one, topic });
  return ids;
}
