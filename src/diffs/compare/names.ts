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

export const knownAs = (id: string): string =>
  KNOWN_AS[id] ?? (id.endsWith('-invalid-stability-level') ? 'api-invalid-stability-level' : id);
