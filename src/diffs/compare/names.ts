/** Ids that the reference, and so everybody's ignore lists, know by another name than the pattern of ours gives. */
const KNOWN_AS: Record<string, string> = {
  'response-body-enum-value-removed': 'response-mediatype-enum-value-removed',
  'api-sunset-parse': 'api-path-sunset-parse',
  'endpoint-sunset-changed-unreadable': 'api-path-sunset-parse',
  ...ofBoth('parameter-sunset-changed-unreadable', 'parameter-sunset-parse'),
  ...ofBoth('parameter-removed-sunset-parse', 'parameter-sunset-parse'),
};

function ofBoth(id: string, known: string): Record<string, string> {
  return { [`request-${id}`]: `request-${known}`, [`response-${id}`]: `response-${known}` };
}

/** Of what headers of requests hold, the reference tells apart only what becomes required or an enum. */
const IN_HEADER = /^request-header-property-(?!became-(?:required|enum)$)/;

export const knownAs = (id: string): string => {
  const known = KNOWN_AS[id];
  if (known !== undefined) return known;
  if (id.endsWith('-invalid-stability-level')) return 'api-invalid-stability-level';
  return id.replace(IN_HEADER, 'request-parameter-property-');
};
