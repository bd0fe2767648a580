/** Repeated parts of GraphQL documents. */
export const times = (count: number, text: (index: number) => string, separator = ' '): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

export const fragment = (name: string, type: string, selection: string) =>
  `fragment ${name} on ${type} { ${selection} }`;
