import { useQuery } from 'urql';
import { graphql } from './graphql.ts';
import { useUser } from './session.ts';

const CONFIG = graphql(`query TeamConfig { authConfig { anyoneCreatesTeams } }`);

/** Undefined until it is known. */
export function useMayCreateTeams(): boolean | undefined {
  const { isSuperAdmin } = useUser();
  const [{ data }] = useQuery({ query: CONFIG });
  return isSuperAdmin || data?.authConfig?.anyoneCreatesTeams;
}
