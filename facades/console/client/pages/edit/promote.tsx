import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import { act } from '../../app/ask.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { forgetDraft, useKept } from '../../app/kept.ts';
import { useUser } from '../../app/session.ts';
import { useProblem } from '../../app/use-problem.ts';
import { archivedPart } from '../../parts/archived-part.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useIsHere } from '../../parts/use-is-here.ts';
import { whole } from '../../parts/whole.ts';
import { isolated } from '../../parts/words.tsx';
import { Failure, Loaded, Skeletons } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { NoRight, ProblemAlert } from '../../shell/problem.tsx';
import { useWaiting } from '../../shell/waiting.tsx';
import { NoSuchBranch } from '../documents/no-such-branch.tsx';
import { useAllBranches } from '../documents/use-all-branches.ts';

const PLACE = graphql(`
  query PromotionPlace($id: ID!) {
    document(id: $id) {
      id name relativePath status
      project { id name status myRole team { id status } }
      branches(first: 200) { ...BranchChoices }
    }
  }
`);

const PROMOTE = graphql(`mutation Promote($input: PromoteDraftInput!) { promoteDraft(input: $input) { id } }`);
const SUBMIT = graphql(`mutation SubmitPromotion($input: DraftInput!) { submitDraft(input: $input) { id } }`);

/** `/documents/ID/promote?from=BRANCH&to=BRANCH`: the latest version of one branch becomes a draft on another. */
export function PromotePage() {
  const { documentId = '' } = useParams();
  const [params] = useSearchParams();
  const [result, retry] = useQuery({ query: PLACE, variables: { id: documentId } });
  const found = whole(result.data?.document, 'branches');
  const all = useAllBranches(documentId, found?.branches);
  const me = useUser();
  const active = all.rows.filter(({ status }) => status === 'ACTIVE');
  const sources = active.filter(({ latestVersion }) => latestVersion);
  return (
    <Page
      title={found ? `Promote ${isolated(found.name)}` : 'Promote'}
      crumbs={
        found
          ? [
              { label: found.project.name, to: `/projects/${found.project.id}` },
              { label: found.relativePath, to: `/documents/${found.id}` },
            ]
          : []
      }
    >
      <Loaded result={result} read={() => found} noun="document" retry={retry}>
        {({ id, status, project }) =>
          !me.isSuperAdmin && project.myRole !== 'ADMIN' ? (
            <NoRight what="Project admins promote versions." who="A project admin can do it for you." />
          ) : archivedPart({ project, document: { status } }) ? (
            <NoRight
              title="Nothing can be promoted now"
              what={`The ${archivedPart({ project, document: { status } })} is archived:`}
              who="a project admin can restore it."
            />
          ) : all.problem ? (
            <Failure problem={all.problem} noun="document" retry={all.again} />
          ) : !all.isDone ? (
            <Skeletons />
          ) : sources.length === 0 ? (
            <p>Nothing is published yet: there is nothing to promote.</p>
          ) : !isNamed(sources, params.get('from')) || !isNamed(active, params.get('to')) ? (
            <NoSuchBranch
              why="The address is wrong, or the branch is archived, or nothing is published on the branch to promote from."
              to={`/documents/${id}/promote`}
            />
          ) : (
            <PromotionForm
              // Another latest version has another name.
              key={sources.map(({ latestVersion }) => latestVersion?.id).join()}
              documentId={id}
              sources={sources}
              targets={active}
              from={params.get('from')}
              to={params.get('to')}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

type Branch = { id: string; name: string; latestVersion?: { id: string; versionName: string } | null };
type FormProps = { documentId: string; sources: Branch[]; targets: Branch[]; from: string | null; to: string | null };

const find = (branches: readonly Branch[], wanted: string | null) =>
  branches.find(({ id, name }) => id === wanted || name === wanted);

/** Whether the address names no branch, or one of these. */
const isNamed = (branches: readonly Branch[], wanted: string | null): boolean =>
  wanted === null || find(branches, wanted) !== undefined;

function PromotionForm({ documentId, sources, targets, from, to }: FormProps) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { look } = useWaiting();
  const [source, setSource] = useState((find(sources, from) ?? (sources[0] as Branch)).id);
  const others = targets.filter(({ id }) => id !== source);
  const [target, setTarget] = useState((find(others, to) ?? others[0])?.id ?? '');
  const { id: sourceVersionId = '', versionName: latest = '' } =
    sources.find(({ id }) => id === source)?.latestVersion ?? {};
  const keptAs = `promote:${documentId}`;
  const [versionName, setVersionName] = useKept(`${keptAs}:version:${source}`, latest);
  const [changelog, setChangelog] = useKept(`${keptAs}:changelog`);
  const { problem, note } = useProblem();
  const [busy, setBusy] = useState(false);
  async function promote(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    const { data, error } = await act(PROMOTE, {
      input: {
        documentId,
        // Not the branch: its latest version may be another one than the page names.
        sourceVersionId,
        targetBranchId: others.some(({ id }) => id === target) ? target : (others[0]?.id ?? ''),
        versionName,
        changelog: changelog.trim() || null,
      },
    });
    const id = data?.promoteDraft?.id;
    const submitted = id ? await act(SUBMIT, { input: { id } }) : undefined;
    setBusy(false);
    const refused = note(error ?? submitted?.error, id && `/drafts/${id}`);
    if (!id) return;
    void look();
    forgetDraft(keptAs);
    if (isHere()) navigate(`/drafts/${id}`, { state: { problem: refused } });
  }
  const options = (branches: Branch[]) => branches.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <form onSubmit={promote} className="stack form">
      <NativeSelect
        label="From"
        value={source}
        onChange={event => setSource(event.currentTarget.value)}
        data={options(sources)}
      />
      <NativeSelect
        label="To"
        value={target}
        onChange={event => setTarget(event.currentTarget.value)}
        data={options(others)}
      />
      <TextInput
        label="Version"
        required
        readOnly={busy}
        value={versionName}
        maxLength={100}
        onChange={event => setVersionName(event.currentTarget.value)}
        error={fieldError(problem, 'versionName')}
      />
      <Textarea
        label="What changes, and why"
        rows={3}
        readOnly={busy}
        value={changelog}
        maxLength={20_000}
        onChange={event => setChangelog(event.currentTarget.value)}
      />
      <ProblemAlert problem={problem} />
      <div>
        <SubmitButton busy={busy}>Submit the promotion for review</SubmitButton>
      </div>
    </form>
  );
}
