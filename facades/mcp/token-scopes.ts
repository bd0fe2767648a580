import type { ProjectAction } from '../../src/access/policy.ts';
import type { DocumentType } from '../generated.ts';

/** What a tool or prompt does to documents of which types: the policy says which scopes that takes. */
export type Right = { readonly action: ProjectAction; readonly types: readonly DocumentType[] };

/** The scopes of which an MCP token needs one, as the policy has them. */
export type TokenScopes = (action: ProjectAction, type: DocumentType) => readonly string[];

export const ofEither = (action: ProjectAction): Right => ({ action, types: ['OPENAPI', 'MARKDOWN'] });
export const ofOpenapi = (action: ProjectAction): Right => ({ action, types: ['OPENAPI'] });
export const ofMarkdown = (action: ProjectAction): Right => ({ action, types: ['MARKDOWN'] });

export const scopesOf = ({ action, types }: Right, tokenScopes: TokenScopes): string[] => [
  ...new Set(types.flatMap(type => tokenScopes(action, type))),
];
