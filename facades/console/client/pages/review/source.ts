import { ask } from '../../app/ask.ts';
import { graphql } from '../../app/graphql.ts';
import type { ChangeSource } from '../../parts/changes/change.ts';
import { problemWith, type Review, stateOf } from './use-review.ts';

const AFFECTED = graphql(`
  query AffectedOperations($id: ID!, $rule: String!) {
    draft(id: $id) { id revision diffPreview { baseVersionId items(rule: $rule) { key affectedOperations { method path } } } }
  }
`);

const PLACES = graphql(`
  query ChangePlaces($id: ID!, $base: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {
    draft(id: $id) { id revision excerpt(pointer: $after) @include(if: $hasAfter) }
    version(id: $base) @include(if: $hasBefore) { id excerpt(pointer: $before) }
  }
`);

/** Loads details of changes on demand, from a draft and the published version that it is compared with. */
export const sourceOf = ({ id, document, ...state }: Review): ChangeSource => ({
  state: stateOf(state),
  isMarkdown: document.documentType === 'MARKDOWN',
  async affectedBy({ key, rule }) {
    const answer = await ask(AFFECTED, { id, rule });
    const preview = answer.data?.draft?.diffPreview;
    if (problemWith(state.revision, answer) || preview?.baseVersionId !== state.baseVersionId) return undefined;
    return preview?.items?.find(item => item.key === key)?.affectedOperations;
  },
  async excerptsAt({ before, after }) {
    const base = state.baseVersionId;
    const answer = await ask(PLACES, {
      ...{ id, base: base ?? '', before: before ?? '', after: after ?? '' },
      ...{ hasBefore: base !== null && before !== null, hasAfter: after !== null },
    });
    const { data } = answer;
    const problem = problemWith(state.revision, answer);
    const texts = { before: data?.version?.excerpt ?? '', after: data?.draft?.excerpt ?? '' };
    return { texts, problem };
  },
});
