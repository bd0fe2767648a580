import { type DocumentNode, Kind, parse } from 'graphql';

/** The tag used in generated.ts: builds an operation with all fragments that it uses, or one fragment. */
export const gql = (texts: TemplateStringsArray, ...fragments: readonly DocumentNode[]): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [
    ...parse(texts.join(''), { noLocation: true }).definitions,
    ...fragments.flatMap(({ definitions }) => definitions),
  ],
});
