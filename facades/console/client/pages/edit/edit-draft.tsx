import { Alert, Anchor, Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { CombinedError } from 'urql';
import { act } from '../../app/ask.ts';
import { askForText } from '../../app/ask-for-text.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { forget, forgetDraft, isDraftKept } from '../../app/kept.ts';
import { useUser } from '../../app/session.ts';
import { useProblem } from '../../app/use-problem.ts';
import type { EditedDraftQuery } from '../../gql/graphql.ts';
import { archivedPart } from '../../parts/archived-part.ts';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { useIsHere } from '../../parts/use-is-here.ts';
import { whole } from '../../parts/whole.ts';
import { isolated } from '../../parts/words.tsx';
import { Failure, Skeletons } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { NoRight } from '../../shell/problem.tsx';
import { useWaiting } from '../../shell/waiting.tsx';
import { useThreads } from '../review/use-threads.ts';
import { AskedFor } from './asked-for.tsx';
import { DraftForm, type DraftValues } from './draft-form.tsx';
import { Unsent } from './unsent.tsx';
import { useBase } from './use-base.ts';

const EDITED = graphql(`
  query EditedDraft($id: ID!) {
    draft(id: $id) {
      id status revision versionName changelog reviewComment
      author { id name }
      project { id name status myRole team { id status } }
      document { id name relativePath documentType status }
      branch { id name status }
      content(kind: RAW) { content }
    }
  }
`);

const UPDATE = graphql(
  `mutation UpdateDraft($input: UpdateDraftInput!) { updateDraft(input: $input) { id revision } }`,
);
const SUBMIT = graphql(`mutation SubmitDraft($input: DraftInput!) { submitDraft(input: $input) { id } }`);
const WITHDRAW = graphql(`mutation WithdrawDraft($input: DraftInput!) { withdrawDraft(input: $input) { id } }`);

const placed = (draft: EditedDraftQuery['draft'] | undefined) => whole(draft, 'project', 'document', 'branch');

type Draft = NonNullable<ReturnType<typeof placed>>;

export function EditDraftPage() {
  const { draftId = '' } = useParams();
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<Problem>();
  const me = useUser();
  const load = useCallback(() => {
    const gone = new AbortController();
    setDraft(undefined);
    setProblem(undefined);
    void askForText(EDITED, { id: draftId }, gone.signal).then(({ data, error }) => {
      if (gone.signal.aborted) return;
      setDraft(placed(data?.draft));
      setProblem(error && problemOf(error));
    });
    return () => gone.abort();
  }, [draftId]);
  useEffect(load, [load]);
  if (draft === undefined)
    return (
      <Page title="Edit a draft">
        {problem ? <Failure problem={problem} noun="draft" retry={load} /> : <Skeletons />}
      </Page>
    );
  const { document, project } = draft;
  const crumbs = [
    { label: project.name, to: `/projects/${project.id}` },
    { label: document.relativePath, to: `/documents/${document.id}` },
    { label: draft.versionName, to: `/drafts/${draft.id}` },
  ];
  const isEditable = draft.status === 'DRAFT' || draft.status === 'CHANGES_REQUESTED';
  const mayWrite = me.isSuperAdmin || (project.myRole ?? 'READER') !== 'READER';
  const archived = archivedPart(draft);
  const kept = isDraftKept(`edit:${draft.id}`) ? ' What you typed is kept until it can be edited again.' : '';
  return (
    <Page title={`Edit ${isolated(document.name)} ${isolated(draft.versionName)}`} crumbs={crumbs} wide>
      {!mayWrite ? (
        <NoRight what="Writers and admins of the project edit drafts." who="A project admin can change your role." />
      ) : archived ? (
        <NoRight
          title="This cannot be edited now"
          what={`The ${archived} is archived.`}
          who={`A project admin can restore it.${kept}`}
        />
      ) : isEditable ? (
        <EditForm key={draft.id} draft={draft} onRead={setDraft} />
      ) : (
        <NoRight
          title="This cannot be edited now"
          what="This draft is in review or decided."
          who={`A reviewer of it can request changes; then it can be edited.${kept}`}
        />
      )}
    </Page>
  );
}

function EditForm({ draft, onRead }: { draft: Draft; onRead: (draft: Draft) => void }) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { look } = useWaiting();
  const { problem, note } = useProblem();
  const [busy, setBusy] = useState(false);
  const focus = useFocusInside<HTMLDivElement>();
  const me = useUser();
  const mayWithdraw = me.isSuperAdmin || draft.project.myRole === 'ADMIN' || draft.author.id === me.id;
  const { id } = draft;
  const isMarkdown = draft.document.documentType === 'MARKDOWN';
  const keptAs = `edit:${id}`;
  const [isUnsent, setUnsent] = useState(() => beginEdit(keptAs));
  const [base, setBase] = useBase(keptAs, draft.revision);
  const isStale = base !== draft.revision;
  // What the form began with: fields that the writer did not touch are not sent, so that a newer value remains.
  const [begun, setBegun] = useState(draft);
  const [forms, setForms] = useState(1);
  function continueOn(saved: Draft) {
    setBase(saved.revision);
    setBegun(saved);
    setForms(forms + 1);
  }
  function discard() {
    forgetDraft(keptAs);
    setUnsent(false);
    continueOn(draft);
  }
  async function read(): Promise<Draft | undefined> {
    const { data } = await askForText(EDITED, { id });
    return placed(data?.draft);
  }
  async function send(values: DraftValues, submit: boolean) {
    const { content, versionName, changelog } = values;
    setBusy(true);
    const updated = await askForText(UPDATE, {
      input: {
        id,
        expectedRevision: base,
        ...(versionName !== begun.versionName && { versionName }),
        ...(changelog !== (begun.changelog ?? '') && { changelog: changelog.trim() || null }),
        [isMarkdown ? 'content' : 'schemaContent']: content,
      },
    });
    const found = isMoved(updated.error) ? await read() : undefined;
    // If the stored draft equals what was sent, an earlier request saved it and its answer was lost.
    const saved = found && isAsSent(found, values) ? found : undefined;
    if (found && !saved) onRead(found);
    const next = saved?.revision ?? updated.data?.updateDraft?.revision;
    const isSubmitted = saved?.status === 'SUBMITTED';
    const submitted = next && submit && !isSubmitted ? await act(SUBMIT, { input: { id } }) : undefined;
    const error = next ? submitted?.error : updated.error;
    if (next) {
      void look();
      forgetDraft(keptAs);
      setUnsent(false);
    }
    if (error && next) {
      setBase(next);
      // The next attempt begins from what is stored now.
      const stored = {
        ...draft,
        revision: next,
        versionName,
        changelog: changelog.trim() || null,
        content: { content },
      };
      setBegun(stored);
      onRead(stored);
      const present = isMoved(error) ? await read() : undefined;
      if (present) onRead(present);
    }
    setBusy(false);
    const isSavedElsewhere = found !== undefined && !saved && found.revision !== base;
    note(isSavedElsewhere ? undefined : error, next && `/drafts/${id}`);
    if (!error && isHere()) navigate(`/drafts/${id}`);
  }
  async function withdraw() {
    const { error } = await act(WITHDRAW, { input: { id } });
    note(error);
    if (error) return;
    void look();
    forgetDraft(keptAs);
    const name = `${isolated(draft.document.name)} ${isolated(draft.versionName)}`;
    if (isHere()) navigate('/mine', { state: { done: `The draft ${name} was withdrawn.` } });
  }
  const threads = useThreads(id, draft.revision);
  return (
    <div {...focus}>
      {threads.problem && <Failure problem={threads.problem} noun="discussion" retry={() => void threads.read()} />}
      <AskedFor draft={draft} threads={threads.open} />
      {isStale && <SavedElsewhere id={id} onDiscard={discard} onKeep={() => continueOn(draft)} />}
      <DraftForm
        key={forms}
        keptAs={keptAs}
        initial={{
          content: draft.content?.content ?? '',
          versionName: draft.versionName,
          changelog: draft.changelog ?? '',
          branchId: draft.branch.id,
        }}
        branches={[draft.branch]}
        isMarkdown={isMarkdown}
        problem={problem}
        busy={busy}
        isBlocked={isStale}
        notice={isUnsent && !isStale && <Unsent keptAs={keptAs} onDiscard={discard} />}
        onSend={send}
      >
        {mayWithdraw && <Withdrawal onSure={() => void withdraw()} />}
      </DraftForm>
    </div>
  );
}

/**
 * Whether the form begins with typed text. Otherwise forgets the version name that an earlier text proposed: the name would
 * follow a text that somebody else has saved.
 */
function beginEdit(keptAs: string): boolean {
  const isUnsent = isDraftKept(keptAs);
  if (!isUnsent) forget(`${keptAs}:proposed`);
  return isUnsent;
}

function Withdrawal({ onSure }: { onSure: () => void }) {
  const [isSure, setSure] = useState(false);
  const focus = useFocusInside<HTMLDivElement>();
  return (
    <div className="row" {...focus}>
      {isSure ? (
        <>
          <Button color="red" onClick={onSure}>
            Withdraw for good
          </Button>
          <Button variant="default" onClick={() => setSure(false)}>
            Keep it
          </Button>
        </>
      ) : (
        <Button variant="subtle" color="red" onClick={() => setSure(true)}>
          Withdraw…
        </Button>
      )}
    </div>
  );
}

const isMoved = (error: CombinedError | undefined): boolean =>
  error !== undefined && problemOf(error).code === 'FAILED_PRECONDITION';

const isAsSent = ({ content, ...draft }: Draft, sent: DraftValues): boolean =>
  content?.content === sent.content &&
  draft.versionName === sent.versionName &&
  (draft.changelog ?? '') === sent.changelog.trim();

type SavedElsewhereProps = { id: string; onDiscard: () => void; onKeep: () => void };

const SavedElsewhere = ({ id, onDiscard, onKeep }: SavedElsewhereProps) => (
  <Alert
    color="yellow"
    variant="light"
    title="This draft was saved elsewhere meanwhile"
    role="alert"
    p="xs"
    className="asked"
  >
    <div className="stack tight">
      <span>
        It has changed since you began to type. You can{' '}
        <Anchor component={Link} to={`/drafts/${id}?tab=text`} c="inherit" underline="always">
          read the saved text
        </Anchor>{' '}
        first: what you typed is kept.
      </span>
      <div className="row">
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard mine, load the saved text
        </Button>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          Keep mine, replace the saved text
        </Button>
      </div>
    </div>
  </Alert>
);
