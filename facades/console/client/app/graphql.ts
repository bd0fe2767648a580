import type { graphql as Graphql } from '../gql/gql.ts';

export { type FragmentType, readFragment } from '../gql/fragment-masking.ts';

const fragments = new Map<string, string>();

/**
 * Tags a GraphQL document: returns its text, with the text of its fragments, under the generated type. The text stays
 * in the chunk of its component; the generated documents would put all of them into one file. Import the module that
 * declares a fragment before using it: otherwise this throws.
 */
export const graphql = ((source: string): string => {
  const name = /^\s*fragment\s+(\w+)/.exec(source)?.[1];
  if (name !== undefined) fragments.set(name, source);
  return name === undefined ? [source, ...fragmentsIn(source, new Set())].join('\n') : source;
}) as unknown as typeof Graphql;

function fragmentsIn(source: string, found: Set<string>): string[] {
  return [...source.matchAll(/\.\.\.\s*(?!on\b)(\w+)/g)].flatMap(([, name = '']) => {
    if (found.has(name)) return [];
    found.add(name);
    const text = fragments.get(name);
    if (text === undefined) throw new Error(`The fragment ${name} is declared in no module that was imported`);
    return [text, ...fragmentsIn(text, found)];
  });
}
