/** Ids that the reference, and so everybody's ignore lists, know by another name than the pattern of ours gives. */
const KNOWN_AS: Record<string, string> = {
  'response-body-enum-value-removed': 'response-mediatype-enum-value-removed',
};

export const knownAs = (id: string): string => KNOWN_AS[id] ?? id;
