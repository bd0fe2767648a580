/** The names in `{}` in a path template, in order. */
export const templateNames = (path: string): string[] =>
  [...path.matchAll(/\{([^{}/]*)\}/g)].map(match => match[1] ?? '');

/** Two templates with one canonical form match the same requests: /pets/{id} and /pets/{petId}. */
export const canonicalTemplate = (path: string): string => path.replaceAll(/\{[^{}/]*\}/g, '{}');
