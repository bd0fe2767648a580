import type { ProjectAction } from '../../src/access/policy.ts';
import type { DocumentType } from '../generated.ts';

/** The action of a tool or prompt and the document types that it is for. The policy derives the scopes. */
export type Right = { readonly action: ProjectAction; readonly types: readonly DocumentType[] };

/** The scopes of the policy for an action. An MCP token needs one of them. */
export type TokenScopes = (action: ProjectAction, type: DocumentType) => readonly string[];

export const ofEither = (action: ProjectAction): Right => ({ action, types: ['OPENAPI', 'MARKDOWN'] });
export const ofOpenapi = (action: ProjectAction): Right => ({ action, types: ['OPENAPI'] });
export const ofMarkdown = (action: ProjectAction): Right => ({ action, types: ['MARKDOWN'] });

export const scopesOf = ({ action, types }: Right, tokenScopes: TokenScopes): string[] => [
  ...new Set(types.flatMap(type => tokenScopes(action, type))),
];
