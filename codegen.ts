import type { CodegenConfig } from '@graphql-codegen/cli';

const scalars = { DateTime: 'string', ID: 'string', JSON: 'unknown' };

/**
 * Writes the operations of the facades as typed documents. As text they take a sixth of the space of syntax trees. The
 * console has its operations in its components; only their generated types are used (`app/graphql.ts` there).
 */
const config: CodegenConfig = {
  importExtension: '.ts',
  schema: 'schema.graphql',
  generates: {
    'facades/generated.ts': {
      documents: ['facades/*/operations/*.graphql', '!facades/cli/operations/*.graphql'],
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'graphQLTag',
        gqlImport: './gql.ts#gql',
        documentNodeImport: 'graphql#TypedQueryDocumentNode',
        useTypeImports: true,
        enumType: 'string-literal',
        inlineFragmentTypes: 'combine',
        disableDescriptions: true,
        scalars,
        strictScalars: true,
      },
    },
    // As text, so that the bundle of the client has no GraphQL parser.
    'facades/cli/generated.ts': {
      documents: 'facades/cli/operations/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        useTypeImports: true,
        enumType: 'string-literal',
        disableDescriptions: true,
        scalars,
        strictScalars: true,
      },
    },
    'facades/console/client/gql/': {
      documents: ['facades/console/client/**/*.{ts,tsx}', '!facades/console/client/gql/**'],
      preset: 'client',
      presetConfig: { fragmentMasking: { unmaskFunctionName: 'readFragment' } },
      config: { useTypeImports: true, enumType: 'string-literal', scalars, strictScalars: true },
    },
  },
};

export default config;
