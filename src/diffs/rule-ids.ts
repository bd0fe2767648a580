import { ruleIds } from '../openapi-diff/rules/catalogue.ts';

/** The rules for Markdown: blocks, and keys of the front matter. */
export const MARKDOWN_RULES: readonly string[] = [
  ...['added', 'removed', 'changed', 'moved'].map(what => `markdown-block-${what}`),
  ...['added', 'removed', 'changed'].map(what => `markdown-front-matter-${what}`),
];

const markdownRules = new Set(MARKDOWN_RULES);

export const isRuleId = (id: string): boolean => ruleIds.has(id) || markdownRules.has(id);
