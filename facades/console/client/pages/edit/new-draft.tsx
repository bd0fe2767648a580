import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import { act } from '../../app/ask.ts';
import { askForText, useText } from '../../app/ask-for-text.ts';
import { graphql } from '../../app/graphql.ts';
import { forgetDraft, isDraftKept } from '../../app/kept.ts';
import { useUser } from '../../app/session.ts';
import { useProblem } from '../../app/use-problem.ts';
import { archivedPart } from '../../parts/archived-part.ts';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { useIsHere } from '../../parts/use-is-here.ts';
import { whole } from '../../parts/whole.ts';
import { isolated, titleOf } from '../../parts/words.tsx';
import { Failure, Loaded, Skeletons } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { NoRight } from '../../shell/problem.tsx';
import { useWaiting } from '../../shell/waiting.tsx';
import { NoSuchBranch } from '../documents/no-such-branch.tsx';
import { useAllBranches } from '../documents/use-all-branches.ts';
import { DraftForm, type DraftValues } from './draft-form.tsx';
import { isFromFile, Unsent } from './unsent.tsx';
import { useBase } from './use-base.ts';

const PLACE = graphql(`
  query NewDraftPlace($id: ID!) {
    document(id: $id) {
      id name relativePath documentType status
      project { id name status myRole team { id status } }
      branches(first: 200) { ...BranchChoices }
    }
  }
`);

const BASE = graphql(`query NewDraftBase($id: ID!) { version(id: $id) { id content(kind: RAW) { content } } }`);

/** In place of the id of the latest version, on a branch without one. */
const NO_VERSION = 'none';

const NO_BASE = { data: { version: null }, fetching: false };

const CREATE = graphql(`mutation CreateDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }`);
const SUBMIT = graphql(`mutation SubmitNewDraft($input: DraftInput!) { submitDraft(input: $input) { id } }`);

/** `/documents/ID/new-draft?branch=ID`: a new draft that starts from the latest version of the branch. */
export function NewDraftPage() {
  const { documentId = '' } = useParams();
  const [params] = useSearchParams();
  const [result, retry] = useQuery({ query: PLACE, variables: { id: documentId } });
  const found = whole(result.data?.document, 'branches');
  const all = useAllBranches(documentId, found?.branches);
  const branches = all.rows.filter(({ status }) => status === 'ACTIVE');
  const wanted = params.get('branch');
  const branch =
    wanted === null
      ? (branches.find(({ isDefault }) => isDefault) ?? branches[0])
      : branches.find(({ id, name }) => id === wanted || name === wanted);
  const baseId = all.isDone ? branch?.latestVersion?.id : undefined;
  const [base, retryBase] = useText(BASE, baseId === undefined ? undefined : { id: baseId });
  const me = useUser();
  return (
    <Page
      title={found ? titleOf('New draft', isolated(found.name)) : 'New draft'}
      crumbs={
        found
          ? [
              { label: found.project.name, to: `/projects/${found.project.id}` },
              { label: found.relativePath, to: `/documents/${found.id}` },
            ]
          : []
      }
      wide
    >
      <Loaded result={result} read={() => found} noun="document" retry={retry}>
        {document =>
          !me.isSuperAdmin && (document.project.myRole ?? 'READER') === 'READER' ? (
            <NoRight
              what="Writers and admins of the project create drafts."
              who="A project admin can change your role."
            />
          ) : all.problem ? (
            <Failure problem={all.problem} noun="document" retry={all.again} />
          ) : !all.isDone ? (
            <Skeletons />
          ) : branches.length === 0 || archivedPart({ project: document.project, document }) ? (
            <NoRight
              title="This cannot be edited now"
              what={`The ${archivedPart({ project: document.project, document }) ?? 'branch'} is archived:`}
              who="a project admin can restore it."
            />
          ) : branch === undefined ? (
            <NoSuchBranch
              why="The address is wrong, or the branch is archived."
              to={`/documents/${document.id}/new-draft`}
            />
          ) : (
            <Loaded
              result={baseId === undefined ? NO_BASE : base}
              read={({ version }) => version?.content?.content ?? ''}
              noun="version"
              retry={retryBase}
            >
              {content => (
                <NewDraft
                  key={branch.id}
                  latest={branch.latestVersion ?? undefined}
                  documentId={document.id}
                  isMarkdown={document.documentType === 'MARKDOWN'}
                  branches={branches}
                  branchId={branch.id}
                  content={content}
                />
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

type NewDraftProps = Omit<FormProps, 'keptAs' | 'notice'> & { latest: { id: string; versionName: string } | undefined };

/** The form, and above it where its text is from, if it was typed or chosen before. */
function NewDraft({ latest, ...form }: NewDraftProps) {
  const keptAs = `new-draft:${form.documentId}`;
  const { state } = useLocation();
  const [isUnsent, setUnsent] = useState(() => isDraftKept(keptAs) && !(state?.isDropped && isFromFile(keptAs)));
  const present = latest?.id ?? NO_VERSION;
  const [base, setBase] = useBase(keptAs, present);
  const focus = useFocusInside<HTMLDivElement>();
  const notice = isUnsent && (
    <Unsent
      keptAs={keptAs}
      onDiscard={() => {
        forgetDraft(keptAs);
        setUnsent(false);
        setBase(present);
      }}
      instead={
        latest && (
          <>
            , start from <bdi>{latest.versionName}</bdi>
          </>
        )
      }
    >
      {base !== present && !isFromFile(keptAs) && ' It began from another version than the latest one of this branch.'}
    </Unsent>
  );
  return (
    <div {...focus}>
      <NewDraftForm key={String(isUnsent)} keptAs={keptAs} notice={notice} {...form} />
    </div>
  );
}

type FormProps = {
  keptAs: string;
  notice: ReactNode;
  documentId: string;
  isMarkdown: boolean;
  branches: { id: string; name: string }[];
  branchId: string;
  content: string;
};

function NewDraftForm({ keptAs, notice, documentId, isMarkdown, branches, branchId, content }: FormProps) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { look } = useWaiting();
  const { problem, note } = useProblem();
  const [busy, setBusy] = useState(false);
  async function send({ content: text, versionName, changelog, branchId: branch }: DraftValues, submit: boolean) {
    setBusy(true);
    const created = await askForText(CREATE, {
      input: {
        documentId,
        branchId: branch,
        versionName,
        changelog: changelog.trim() || null,
        [isMarkdown ? 'content' : 'schemaContent']: text,
      },
    });
    const id = created.data?.createDraft?.id;
    const submitted = id && submit ? await act(SUBMIT, { input: { id } }) : undefined;
    setBusy(false);
    const refused = note(created.error ?? submitted?.error, id && `/drafts/${id}`);
    if (!id) return;
    void look();
    forgetDraft(keptAs);
    if (isHere()) navigate(`/drafts/${id}`, { state: { problem: refused } });
  }
  return (
    <DraftForm
      keptAs={keptAs}
      initial={{ content, versionName: '', changelog: '', branchId }}
      branches={branches}
      isMarkdown={isMarkdown}
      problem={problem}
      busy={busy}
      notice={notice}
      onSend={send}
    />
  );
}
