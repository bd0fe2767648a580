import { Badge, Button, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { Ago, formatExact } from '../../app/time.tsx';
import type { DocumentShareExpiry, DocumentSharesQuery, DocumentShareVersionScope } from '../../gql/graphql.ts';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NewSecret } from '../../parts/new-secret.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { Loaded, Skeletons } from '../../shell/loaded.tsx';
import { NoRight, ProblemAlert } from '../../shell/problem.tsx';
import { DocumentFrame, type ShownDocument } from './document-frame.tsx';
import type { BranchChoice } from './use-all-branches.ts';

const SHARES = graphql(`
  query DocumentShares($id: ID!, $first: Int!, $offset: Int!) {
    document(id: $id) {
      id
      shares(first: $first, offset: $offset) {
        totalCount
        nodes { id branchId versionScope status passwordProtected expiresAt createdAt createdBy { id name } }
      }
    }
  }
`);

const CREATE = graphql(`
  mutation CreateShare($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id url } }
`);

const REVEAL = graphql(`
  mutation RevealShare($input: DocumentShareInput!) { revealDocumentShare(input: $input) { id url } }
`);

const REVOKE = graphql(`
  mutation RevokeShare($input: DocumentShareInput!) { revokeDocumentShare(input: $input) { id status } }
`);

type Share = NonNullable<NonNullable<DocumentSharesQuery['document']>['shares']>['nodes'][number];

type Link = { shareId: string; url: string; needsPassword: boolean };

const SIZE = 50;

const canBeShared = ({ status, latestVersionId }: BranchChoice): boolean =>
  status === 'ACTIVE' && latestVersionId !== null;

export function SharesPage() {
  const dialog = useDialog<'new' | Share>();
  return (
    <DocumentFrame
      part="Shares"
      actions={({ isAdmin, isArchived, branches }) =>
        isAdmin &&
        !isArchived &&
        branches.some(canBeShared) && <Button onClick={() => dialog.open('new')}>New share</Button>
      }
    >
      {document =>
        document.isAdmin ? (
          <Shares document={document} dialog={dialog} />
        ) : (
          <NoRight what="Links for people outside are made" who="by the admins of the project." />
        )
      }
    </DocumentFrame>
  );
}

type Props = { document: ShownDocument; dialog: ReturnType<typeof useDialog<'new' | Share>> };

const STATUS = {
  ACTIVE: ['Active', 'green'],
  CLOSED: ['Archived', 'gray'],
  REVOKED: ['Revoked', 'gray'],
  EXPIRED: ['Expired', 'gray'],
} as const;

const SCOPES = { ALL: 'all versions', LATEST: 'the latest version' } as const;

const ShareBadge = ({ status }: { status: keyof typeof STATUS }) => (
  <Badge color={STATUS[status][1]} variant="light" radius="sm" className="plain-badge">
    {STATUS[status][0]}
  </Badge>
);

/** A name that distinguishes a share from the others of its document. */
const nameOf = ({ versionScope, expiresAt, createdAt }: Share, branch: string): string =>
  `${branch}, ${SCOPES[versionScope]}, created ${formatExact(createdAt)}, ${endOf(expiresAt)}`;

const endOf = (expiresAt: string | null): string =>
  expiresAt === null ? 'without an end' : `until ${formatExact(expiresAt)}`;

function Shares({ document, dialog }: Props) {
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: SHARES, variables: { id: document.id, first, offset } });
  const again = () => refresh({ requestPolicy: 'network-only' });
  // The link contains a secret, so it is only in the state of this page.
  const [link, setLink] = useState<Link>();
  const reveal = useAct(REVEAL);
  const [revealed, setRevealed] = useState<string>();
  // The share whose link was requested last: a late answer about another share must not replace that link.
  const wanted = useRef<string>(undefined);
  const hide = (shareId: string) => {
    if (wanted.current === shareId) wanted.current = undefined;
    setLink(was => (was?.shareId === shareId ? undefined : was));
  };
  const branchOf = ({ branchId }: Share) => document.branches.find(({ id }) => id === branchId);
  const branchNameOf = (share: Share) => branchOf(share)?.name ?? share.branchId;
  /** The archived part that prevents visitors from opening an active share, if any. */
  const closedBy = (share: Share) =>
    share.status !== 'ACTIVE'
      ? undefined
      : (document.archived ?? (branchOf(share)?.status === 'ARCHIVED' ? 'branch' : undefined));
  const focus = useFocusInside<HTMLDivElement>();
  return (
    <div className="stack" {...focus}>
      {dialog.about === 'new' && (
        <NewShare
          document={document}
          close={dialog.close}
          made={made => {
            wanted.current = made?.shareId;
            setLink(made);
            // The new share is on the first page, because the newest come first.
            go(1);
            again();
          }}
        />
      )}
      {dialog.about !== undefined && dialog.about !== 'new' && (
        <RevokeShare
          share={dialog.about}
          branch={branchNameOf(dialog.about)}
          close={dialog.close}
          made={id => {
            hide(id);
            again();
          }}
        />
      )}
      {link && (
        <NewSecret
          key={link.shareId}
          secret={link.url}
          advice={`The link, with its secret. Everybody who has the link${link.needsPassword ? ' and the password' : ''} can read the document.`}
          label="Copy the link"
        >
          <Button variant="subtle" size="compact-sm" onClick={() => hide(link.shareId)}>
            Hide it
          </Button>
        </NewSecret>
      )}
      <ProblemAlert problem={reveal.problem} />
      <Loaded result={result} read={data => data.document?.shares} retry={again} noun="document">
        {({ nodes, totalCount }) =>
          totalCount === 0 && link ? (
            <Skeletons />
          ) : totalCount === 0 ? (
            <Empty title="This document is not shared">
              <span>
                A share is a link by which people outside read what is published on one branch, without an account.
              </span>
            </Empty>
          ) : (
            <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
              {nodes.map(share => (
                <li key={share.id}>
                  <div>
                    <strong className="mono">{branchNameOf(share)}</strong> {SCOPES[share.versionScope]}
                    {share.passwordProtected && ', with a password'}
                    <div className="dim">
                      by <span className="name">{share.createdBy.name}</span> <Ago at={share.createdAt} />,{' '}
                      {endOf(share.expiresAt)}
                    </div>
                    {closedBy(share) && <div>Nobody can open it while the {closedBy(share)} is archived.</div>}
                  </div>
                  <span className="row">
                    <ShareBadge status={closedBy(share) === undefined ? share.status : 'CLOSED'} />
                    {share.status === 'ACTIVE' && (
                      <>
                        <SubmitButton
                          type="button"
                          variant="default"
                          size="compact-sm"
                          aria-label={`Show the link: ${nameOf(share, branchNameOf(share))}`}
                          busy={revealed === share.id && reveal.busy}
                          onClick={async () => {
                            setRevealed(share.id);
                            wanted.current = share.id;
                            const done = await reveal.act({ input: { id: share.id } });
                            const url = done?.revealDocumentShare?.url;
                            if (wanted.current === share.id)
                              setLink(
                                url ? { shareId: share.id, url, needsPassword: share.passwordProtected } : undefined,
                              );
                          }}
                        >
                          Show the link
                        </SubmitButton>
                        <Button
                          variant="default"
                          color="red"
                          size="compact-sm"
                          aria-label={`Revoke: ${nameOf(share, branchNameOf(share))}`}
                          onClick={() => dialog.open(share)}
                        >
                          Revoke
                        </Button>
                      </>
                    )}
                  </span>
                </li>
              ))}
            </PagedRows>
          )
        }
      </Loaded>
    </div>
  );
}

const EXPIRIES = [
  { value: 'ONE_MONTH', label: 'One month' },
  { value: 'THREE_MONTHS', label: 'Three months' },
  { value: 'SIX_MONTHS', label: 'Six months' },
  { value: 'ONE_YEAR', label: 'One year' },
  { value: 'PERMANENT', label: 'Until it is revoked' },
];

function NewShare({
  document,
  close,
  made,
}: {
  document: ShownDocument;
  close: () => void;
  /** Called without a link if a lost answer created the share, and it was revoked before the request was repeated. */
  made: (link: Link | undefined) => void;
}) {
  const { act, busy, problem } = useAct(CREATE);
  async function submit({ branchId = '', expiry, versionScope, password = '' }: Record<string, string>) {
    const done = await act({
      input: {
        branchId,
        expiry: expiry as DocumentShareExpiry,
        versionScope: versionScope as DocumentShareVersionScope,
        ...(password !== '' && { password }),
      },
    });
    if (!done?.createDocumentShare) return;
    const { id: shareId, url } = done.createDocumentShare;
    made(url ? { shareId, url, needsPassword: password !== '' } : undefined);
    close();
  }
  const shareable = document.branches.filter(canBeShared);
  return (
    <FormDialog title="New share" label="Create share" opened {...{ close, submit, busy, problem }}>
      <NativeSelect
        name="branchId"
        label="Branch"
        data={shareable.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NativeSelect
        name="versionScope"
        label="Versions"
        data={[
          { value: 'ALL', label: 'All versions of the branch' },
          { value: 'LATEST', label: 'The latest version, whichever it is' },
        ]}
      />
      <NativeSelect name="expiry" label="Ends after" data={EXPIRIES} defaultValue="THREE_MONTHS" />
      <TextInput
        name="password"
        label="Password"
        description="Optional, 12 to 72 bytes. Send it separately from the link."
        autoComplete="off"
        error={fieldError(problem, 'password')}
      />
    </FormDialog>
  );
}

type RevokeProps = { share: Share; branch: string; close: () => void; made: (id: string) => void };

function RevokeShare({ share, branch, close, made }: RevokeProps) {
  const { act, busy, problem } = useAct(REVOKE);
  async function submit() {
    if (!(await act({ input: { id: share.id } }))) return;
    made(share.id);
    close();
  }
  return (
    <FormDialog
      title={`Revoke the share of ${branch}?`}
      label="Revoke"
      opened
      dangerous
      {...{ close, submit, busy, problem }}
    >
      <p className="flush dim">{nameOf(share, branch)}</p>
      <p className="flush">The link stops working at once, for everybody who has it. This cannot be undone.</p>
    </FormDialog>
  );
}
