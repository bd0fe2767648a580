/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query AuthConfig { authConfig { registrationEnabled } }": typeof types.AuthConfigDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.RegisterDocument,
    "mutation Logout { logout { id } }": typeof types.LogoutDocument,
    "\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n": typeof types.WaitingDocument,
};
const documents: Documents = {
    "query AuthConfig { authConfig { registrationEnabled } }": types.AuthConfigDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.RegisterDocument,
    "mutation Logout { logout { id } }": types.LogoutDocument,
    "\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n": types.WaitingDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AuthConfig { authConfig { registrationEnabled } }"): (typeof documents)["query AuthConfig { authConfig { registrationEnabled } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"): (typeof documents)["\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"): (typeof documents)["\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Logout { logout { id } }"): (typeof documents)["mutation Logout { logout { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n"): (typeof documents)["\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;