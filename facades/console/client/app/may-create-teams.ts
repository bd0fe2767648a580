import { graphql } from './graphql.ts';
import { useUser } from './session.ts';
import { useConfig } from './use-config.ts';

const CONFIG = graphql(`query TeamConfig { authConfig { anyoneCreatesTeams } }`);

/** Whether the user may create teams; undefined until it is known. */
export function useMayCreateTeams(): boolean | undefined {
  const { isSuperAdmin } = useUser();
  const data = useConfig(CONFIG);
  return isSuperAdmin || data?.authConfig?.anyoneCreatesTeams;
}
