import { ask } from '../../app/ask.ts';
import { problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { ChangeSource } from '../../parts/changes/change.ts';
import { type Review, stateOf } from './use-review.ts';

const AFFECTED = graphql(`
  query AffectedOperations($id: ID!, $rule: String!) {
    draft(id: $id) { id diffPreview { items(rule: $rule) { key affectedOperations { method path } } } }
  }
`);

const PLACES = graphql(`
  query ChangePlaces($id: ID!, $base: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {
    draft(id: $id) { id excerpt(pointer: $after) @include(if: $hasAfter) }
    version(id: $base) @include(if: $hasBefore) { id excerpt(pointer: $before) }
  }
`);

/** Loads details of changes on demand, from a draft and the published version that it is compared with. */
export const sourceOf = ({ id, document, diffPreview, ...state }: Review): ChangeSource => ({
  state: stateOf(state),
  isMarkdown: document.documentType === 'MARKDOWN',
  async affectedBy({ key, rule }) {
    const { data } = await ask(AFFECTED, { id, rule });
    return data?.draft?.diffPreview?.items?.find(item => item.key === key)?.affectedOperations;
  },
  async excerptsAt({ before, after }) {
    const base = diffPreview?.baseVersionId ?? null;
    const { data, error } = await ask(PLACES, {
      ...{ id, base: base ?? '', before: before ?? '', after: after ?? '' },
      ...{ hasBefore: base !== null && before !== null, hasAfter: after !== null },
    });
    const texts = { before: data?.version?.excerpt ?? '', after: data?.draft?.excerpt ?? '' };
    return { texts, problem: error && problemOf(error) };
  },
});
