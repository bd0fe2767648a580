import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { SafeHtml } from '../../app/safe-html.tsx';
import { many } from '../../parts/badges.tsx';

const INTRODUCTION = graphql(`
  query Introduction($id: ID!) {
    version(id: $id) { id introduction { title descriptionHtml tags { name descriptionHtml } } }
  }
`);

/** Reads from the cache without revalidation, because a version never changes. */
function useIntroduction(id: string) {
  const [{ data }] = useQuery({ query: INTRODUCTION, variables: { id }, requestPolicy: 'cache-first' });
  return data?.version?.introduction;
}

/** The title and description of the document (`info`), shown until an operation is chosen. */
export function Introduction({ versionId, total }: { versionId: string; total: number }) {
  const introduction = useIntroduction(versionId);
  return (
    <article className="stack">
      {introduction?.title && <h2 className="section-title name">{introduction.title}</h2>}
      <p className="dim flush">{many(total, 'operation')}. Choose one to see its parameters, bodies and responses.</p>
      {introduction?.descriptionHtml && <SafeHtml html={introduction.descriptionHtml} />}
    </article>
  );
}

/** The description of a tag, above its operations. */
export function TagText({ versionId, name }: { versionId: string; name: string }) {
  const tag = useIntroduction(versionId)?.tags.find(each => each.name === name);
  return tag ? <SafeHtml html={tag.descriptionHtml} className="tag-text" name={name} /> : null;
}
