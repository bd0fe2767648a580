import type { Effect } from './law.ts';
import { annotationRules } from './rules/annotations.ts';
import { mediaTypeRules, requestBodyRules } from './rules/bodies.ts';
import { boundRules } from './rules/bounds.ts';
import {
  allOfRules,
  annotationBranchRules,
  anyOfRules,
  discriminatorRules,
  looseningRules,
  oneOfRules,
  wrapRules,
} from './rules/compositions.ts';
import { documentRules, untoldRules } from './rules/document.ts';
import { addedEndpointRules, endpointRules, removedEndpointRules } from './rules/endpoints.ts';
import { enumRules } from './rules/enums.ts';
import { extensionKeywordRules, extensionRules } from './rules/extensions.ts';
import { parameterLifecycleRules } from './rules/lifecycle.ts';
import { linkRules } from './rules/links.ts';
import { dependentRules, mapRules, opaqueRules, subschemaRules } from './rules/objects.ts';
import { contentRules, parameterRules } from './rules/parameters.ts';
import { propertyRules } from './rules/properties.ts';
import { headerRules, responseRules } from './rules/responses.ts';
import { globalSecurityRules, operationSecurityRules, schemeRules } from './rules/security.ts';
import { serverRules } from './rules/servers.ts';
import { opaqueKeywordRules, textKeywordRules, textRules } from './rules/texts.ts';
import { typeRules } from './rules/types.ts';

type Entry = { id: string; effect: Effect };

const allOf = (tables: Record<string, readonly Entry[]>): Entry[] => Object.values(tables).flat();

/** Every rule there is, topic by topic; the ids still hold `{subject}`, `{direction}` and `{inert}`. */
export const CATALOGUE: Record<string, readonly Entry[]> = {
  document: [...documentRules, ...untoldRules, ...serverRules],
  endpoints: [...addedEndpointRules, ...removedEndpointRules, ...endpointRules],
  parameters: [...parameterRules, ...contentRules, ...parameterLifecycleRules],
  bodies: [...requestBodyRules, ...mediaTypeRules],
  responses: [...responseRules, ...headerRules, ...linkRules],
  extensions: [...extensionRules, ...extensionKeywordRules],
  security: [...operationSecurityRules, ...globalSecurityRules, ...schemeRules],
  types: typeRules,
  enums: allOf(enumRules),
  bounds: allOf(boundRules),
  properties: propertyRules,
  objects: [...mapRules, ...allOf(subschemaRules), ...allOf(opaqueRules), ...allOf(dependentRules)],
  compositions: [
    ...[...allOfRules, ...annotationBranchRules, ...oneOfRules, ...anyOfRules, ...wrapRules, ...looseningRules],
    ...allOf(discriminatorRules),
  ],
  annotations: [...allOf(annotationRules), ...allOf(opaqueKeywordRules), ...textKeywordRules, ...textRules],
};
