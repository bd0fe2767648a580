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

/** Patterns of ids, each with the name of what it stands for there. */
const PATTERNS: readonly [RegExp, string][] = [
  [/^.*-invalid-stability-level$/, 'api-invalid-stability-level'],
  // Of what headers of requests hold, it tells apart only what becomes required or an enum.
  [/^request-header-property-(?!became-(?:required|enum)$)/, 'request-parameter-property-'],
];

export const knownAs = (id: string): string => {
  const known = KNOWN_AS[id];
  if (known !== undefined) return known;
  const [pattern, name = ''] = PATTERNS.find(([ids]) => ids.test(id)) ?? [];
  return pattern === undefined ? id : id.replace(pattern, name);
};
