import { useQuery } from 'urql';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql, readFragment } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';

const FOUND_DRAFT = graphql(`
  fragment FoundDraft on Draft { id versionName document { name } project { name } }
`);

const OTHERS = graphql(`
  query SearchOthers($q: String!, $withUsers: Boolean!) {
    projects(search: $q, first: 3) { totalCount nodes { id name description } }
    reviewQueue(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }
    myDrafts(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }
    users(search: $q, first: 3) @include(if: $withUsers) { totalCount nodes { id name email } }
  }
`);

/** Something else than published texts that a search finds: a page of the console, a project, a draft or a person. */
export type Other = { key: string; kind: string; to: string; name: string; about: string };

type Sought = { q: string; isWanted: boolean };

type Found = { others: Other[]; count: number; isMore: boolean; fetching: boolean; problem?: Problem };

/** What a search finds besides published texts: few of each kind, with a link to the whole list if there are more. */
export function useOthers({ q, isWanted }: Sought): Found {
  const { isSuperAdmin } = useUser();
  const variables = { q: q.trim(), withUsers: isSuperAdmin };
  const [{ data, error, fetching }] = useQuery({
    query: OTHERS,
    variables,
    pause: !isWanted,
    requestPolicy: 'network-only',
  });
  if (!isWanted) return { others: [], count: 0, isMore: false, fetching: false };
  const { projects, reviewQueue, myDrafts, users } = data ?? {};
  const drafts = readFragment(FOUND_DRAFT, [...(reviewQueue?.nodes ?? []), ...(myDrafts?.nodes ?? [])]);
  const search = new URLSearchParams({ q: variables.q });
  const found: Other[] = [
    ...PAGES.filter(({ isOfSystem }) => isSuperAdmin || !isOfSystem).filter(({ name }) => matches(name, q)),
    ...(projects?.nodes ?? []).map(({ id, name, description }) =>
      otherOf('Project', `/projects/${id}`, name, description),
    ),
    ...linkToAll(projects, `/projects?${search}`, 'All projects that match'),
    ...drafts.map(({ id, versionName, document, project }) =>
      otherOf('Draft', `/drafts/${id}`, `${document?.name} ${versionName}`, project?.name),
    ),
    ...linkToAll(reviewQueue, '/', 'All drafts that wait for a decision'),
    ...linkToAll(myDrafts, '/mine?show=all', 'All drafts of yours'),
    ...(users?.nodes ?? []).map(({ name, email }) =>
      otherOf('Person', `/system?${new URLSearchParams({ q: email })}`, name, email),
    ),
    ...linkToAll(users, `/system?${search}`, 'All people that match'),
  ];
  // A draft of the reader's own may wait for them too.
  const others = [...new Map(found.map(other => [other.key, other])).values()];
  const count = others.filter(({ kind }) => kind !== LIST).length;
  return { others, count, isMore: count < others.length, fetching, ...(error && { problem: problemOf(error) }) };
}

const otherOf = (kind: string, to: string, name: string, about?: string | null): Other => ({
  key: to,
  kind,
  to,
  name,
  about: about ?? '',
});

const LIST = 'List';

type Listed = { totalCount: number; nodes: readonly unknown[] } | null | undefined;

/** A link to a list, if the search shows only some of its rows. */
function linkToAll(list: Listed, to: string, name: string): Other[] {
  if (!list || list.totalCount <= list.nodes.length) return [];
  const about = `Of ${list.totalCount} that match, ${list.nodes.length} are shown.`;
  return [{ ...otherOf(LIST, to, name, about), key: `all of ${to}` }];
}

const pageOf = (to: string, name: string, isOfSystem = false) => ({ ...otherOf('Page', to, name), isOfSystem });

/** The pages that are about no single object, by what people do there. */
const PAGES = [
  pageOf('/', 'Review queue: drafts that wait for a decision'),
  pageOf('/mine', 'My drafts'),
  pageOf('/decided', 'Recently decided drafts'),
  pageOf('/projects', 'Projects and teams: all, or a new one'),
  pageOf('/me', 'My account: name, password, notices, sign out everywhere'),
  pageOf('/me/api-tokens', 'Tokens for programs (API)'),
  pageOf('/me/tokens', 'Tokens for AI agents (MCP)'),
  pageOf('/device', 'Sign in the command line'),
  pageOf('/about', 'About and APIs: GraphQL, REST, MCP, command line'),
  pageOf('/system', 'Users of the system: all, or a new one', true),
  pageOf('/system/ai', 'AI of the system: provider and prompts', true),
  pageOf('/system/audit', 'Audit log of the system', true),
];

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether every word of the search begins a word of the name. */
function matches(name: string, q: string): boolean {
  const words = wordsOf(name);
  const sought = wordsOf(q);
  return sought.length > 0 && sought.every(one => words.some(word => word.startsWith(one)));
}
