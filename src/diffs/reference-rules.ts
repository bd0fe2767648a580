import { isRuleId } from './rule-ids.ts';

/** What covers a check of the reference here, or why nothing does. */
export type Coverage = { rule: string } | { reason: string };

const because = (reason: string): Coverage => ({ reason });

const VERSIONS = because(
  'A version is judged by all changes together: the hint about info.version of every diff says whether it rose enough.',
);
const ITEM_SCHEMA = because('itemSchema belongs to OpenAPI 3.2, which the service does not accept.');

/** Checks of oasdiff that are known here by another id; all others have the id that they have there. */
const OTHERWISE: Record<string, Coverage> = {
  'api-version-not-bumped': VERSIONS,
  'api-version-decreased': VERSIONS,
  'api-major-version-not-bumped': VERSIONS,
  'api-schema-removed': because(
    'A component is no part of the interface while no operation uses it; what its loss does to operations is told there.',
  ),
  'request-property-sunset-date-too-small': { rule: 'request-property-deprecated-with-sunset' },
  'response-property-sunset-date-too-small': { rule: 'response-property-deprecated-with-sunset' },
  'response-optional-property-removed': { rule: 'response-property-removed' },
  // Without the keyword the limit is 0, so that one which comes has risen.
  'request-body-min-items-set': { rule: 'request-body-min-items-increased' },
  'request-property-min-items-set': { rule: 'request-property-min-items-increased' },
  'request-parameter-min-items-set': { rule: 'request-parameter-min-items-increased' },
  'response-body-min-items-unset': { rule: 'response-body-min-items-decreased' },
  'response-property-min-items-unset': { rule: 'response-property-min-items-decreased' },
  'request-body-media-type-item-schema-added': ITEM_SCHEMA,
  'request-body-media-type-item-schema-removed': ITEM_SCHEMA,
  'response-body-media-type-item-schema-added': ITEM_SCHEMA,
  'response-body-media-type-item-schema-removed': ITEM_SCHEMA,
  'response-body-media-type-item-schema-removed-untyped': ITEM_SCHEMA,
};

/** Where a check of the reference is found here; undefined for an id that nobody has looked at. */
export const coverageOf = (referenceId: string): Coverage | undefined =>
  isRuleId(referenceId) ? { rule: referenceId } : OTHERWISE[referenceId];

export const differentIds: readonly string[] = Object.keys(OTHERWISE);
