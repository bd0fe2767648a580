import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';

const SINCE = graphql(`
  query OperationSince($id: ID!, $method: String!, $path: String!) {
    endpoint(id: $id) {
      id
      version {
        id sequence
        branch {
          id
          endpointHistory(method: $method, path: $path, first: 100) {
            nodes { step versionId version { id versionName sequence } }
          }
        }
      }
    }
  }
`);

type Props = { id: string; method: string; path: string };

/** In which version an operation was last changed, or came to its path. Nothing if that is more than a hundred changes ago. */
export function Since({ id, method, path }: Props) {
  const [{ data }] = useQuery({ query: SINCE, variables: { id, method, path }, requestPolicy: 'cache-first' });
  const version = data?.endpoint?.version;
  const steps = version?.branch.endpointHistory?.nodes ?? [];
  const last = steps.find(step => version && step.version.sequence <= version.sequence);
  if (last === undefined) return null;
  return (
    <span className="name">
      {last.step === 'APPEARED' ? 'At this path since' : 'Changed in'} {last.version.versionName}
    </span>
  );
}
