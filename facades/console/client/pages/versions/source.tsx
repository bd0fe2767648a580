import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import { useText } from '../../app/ask-for-text.ts';
import { graphql } from '../../app/graphql.ts';
import { Copy } from '../../parts/copy.tsx';
import { saveText } from '../../parts/save-text.ts';
import { SourceView } from '../../parts/source-view.tsx';
import { Loaded, Skeletons } from '../../shell/loaded.tsx';
import { type ShownVersion, VersionFrame } from './version-frame.tsx';

const SOURCE = graphql(`
  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }
`);

const PLACE = graphql(`
  query SourcePlace($id: ID!, $pointer: String!) { version(id: $id) { id place(pointer: $pointer, kind: RAW) { line } } }
`);

/** `/versions/ID/source?at=POINTER`: the text, at the place of a JSON pointer or of `/line/N`. */
export const SourcePage = () => <VersionFrame part="Source">{version => <Source version={version} />}</VersionFrame>;

function Source({ version }: { version: ShownVersion }) {
  const [result, refresh] = useText(SOURCE, { id: version.id });
  const pointer = useSearchParams()[0].get('at');
  const [place] = useQuery({
    query: PLACE,
    variables: { id: version.id, pointer: pointer ?? '' },
    pause: pointer === null,
  });
  if (place.fetching) return <Skeletons />;
  return (
    <Loaded result={result} read={data => data.version?.content} retry={refresh} noun="version">
      {({ content }) => (
        <div className="stack">
          <div className="row">
            <Copy text={content} />
            <Button variant="default" size="compact-sm" onClick={() => download(content, version)}>
              Download
            </Button>
            <span className="dim">Ctrl F searches in the text.</span>
          </div>
          <SourceView text={content} isMarkdown={version.isMarkdown} line={place.data?.version?.place?.line} />
        </div>
      )}
    </Loaded>
  );
}

function download(text: string, { documentName, versionName, isMarkdown }: ShownVersion): void {
  const ending = isMarkdown ? 'md' : /^\s*\{/.test(text) ? 'json' : 'yaml';
  saveText(text, `${documentName}-${versionName}.${ending}`);
}
