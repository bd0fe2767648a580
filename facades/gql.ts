import { type DocumentNode, Kind, parse } from 'graphql';

/** What generated.ts is written in: an operation with every fragment that it reaches, or one fragment. */
export const gql = (texts: TemplateStringsArray, ...fragments: readonly DocumentNode[]): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [
    ...parse(texts.join(''), { noLocation: true }).definitions,
    ...fragments.flatMap(({ definitions }) => definitions),
  ],
});
