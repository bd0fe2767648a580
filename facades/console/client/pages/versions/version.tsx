import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { SafeHtml } from '../../app/safe-html.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { Reference } from './reference.tsx';
import { VersionFrame } from './version-frame.tsx';

const TEXT = graphql(`
  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }
`);

export const VersionPage = () => (
  <VersionFrame part="">
    {({ id, isMarkdown }) => (isMarkdown ? <Text id={id} /> : <Reference versionId={id} />)}
  </VersionFrame>
);

function Text({ id }: { id: string }) {
  const [result, refresh] = useQuery({ query: TEXT, variables: { id } });
  return (
    <Loaded result={result} read={data => data.version?.content?.html} retry={refresh} noun="version">
      {html => <SafeHtml html={html} />}
    </Loaded>
  );
}
