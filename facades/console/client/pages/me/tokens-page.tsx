import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import type { Problem } from '../../app/errors.ts';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LostSecret, NewSecret } from '../../parts/new-secret.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { Loaded, Skeletons } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { MeNav } from './me-nav.tsx';
import { endOf, RevokeDialog, type Token, TokenEnd, TokenName, TokenRow } from './token-parts.tsx';

const PAGE_SIZE = 50;

type List<One> = { nodes: readonly One[]; totalCount: number };

type Props<Data, One> = {
  title: string;
  /** Such as "MCP token". */
  noun: string;
  query: TypedDocumentNode<Data, { first: number; offset: number }>;
  read: (data: Data) => List<One> | null | undefined;
  /** A sentence on what a token can do. */
  use: string;
  /** A sentence on where to store a new token. */
  advice: string;
  /** A sentence on what happens to users of a revoked token. */
  refused: string;
  about?: (token: One) => string;
  revoke: TypedDocumentNode<unknown, { input: { id: string } }>;
  renderNew: (props: NewProps) => ReactNode;
  children: ReactNode;
};

export type NewProps = { close: () => void; made: (token: string | null) => void };

/** The page of one kind of tokens of the user: the list, a new token, revocation. */
export function TokensOf<Data, One extends Token>(props: Props<Data, One>) {
  const { title, noun, query, read, use, advice, refused, about, revoke, renderNew, children } = props;
  const { page, first, offset, go } = usePage(PAGE_SIZE);
  const [result, execute] = useQuery({ query, variables: { first, offset } });
  const refresh = () => execute({ requestPolicy: 'network-only' });
  const dialog = useDialog<'new' | One>();
  // The new token, kept only in the state of this page. Null: it was in a lost answer, so it cannot be shown.
  const [secret, setSecret] = useState<string | null>();
  const made = (token: string | null) => {
    setSecret(token);
    // The new token is on the first page, because the newest come first.
    go(1);
    refresh();
  };
  return (
    <Page title={title} actions={<Button onClick={() => dialog.open('new')}>New {noun}</Button>}>
      <MeNav />
      <div className="stack">
        {dialog.about === 'new' && renderNew({ close: dialog.close, made })}
        {dialog.about !== undefined && dialog.about !== 'new' && (
          <Revoke token={dialog.about} {...{ revoke, refused, refresh }} close={dialog.close} />
        )}
        <p className="flush">{use}</p>
        {secret === null && (
          <LostSecret>
            The token was created, but the answer that showed it was lost. Revoke it and create another.
          </LostSecret>
        )}
        {secret && <NewSecret secret={secret} advice={advice} label="Copy the token" />}
        <Loaded result={result} read={read} retry={refresh} noun="token">
          {({ nodes, totalCount }) =>
            totalCount === 0 && secret !== undefined ? (
              <Skeletons />
            ) : totalCount === 0 ? (
              <Empty title={`You have no ${noun}`} />
            ) : (
              <PagedRows total={totalCount} size={PAGE_SIZE} page={page} go={go}>
                {nodes.map(one => (
                  <TokenRow key={one.id} token={one} about={about?.(one)} revoke={() => dialog.open(one)} />
                ))}
              </PagedRows>
            )
          }
        </Loaded>
        {children}
      </div>
    </Page>
  );
}

type RevokeProps = Pick<Props<unknown, Token>, 'revoke' | 'refused'> & {
  token: Token;
  refresh: () => void;
  close: () => void;
};

function Revoke({ token, revoke, refused, refresh, close }: RevokeProps) {
  const { act, busy, problem } = useAct(revoke);
  async function submit() {
    if (!(await act({ input: { id: token.id } }))) return;
    refresh();
    close();
  }
  return (
    <RevokeDialog {...{ token, close, busy, problem }} submit={() => void submit()}>
      {`${refused} This cannot be undone.`}
    </RevokeDialog>
  );
}

type NewTokenProps<Scope> = NewProps & {
  noun: string;
  scopes: readonly (readonly [scope: Scope, label: string])[];
  first: readonly Scope[];
  busy: boolean;
  problem: Problem | undefined;
  /** Creates the token and returns its secret: null if a lost answer had it, undefined if the creation failed. */
  create: (
    input: { name: string; scopes: Scope[]; expiresAt?: string },
    values: Record<string, string>,
  ) => Promise<string | null | undefined>;
  children?: ReactNode;
};

export function NewToken<Scope extends string>(props: NewTokenProps<Scope>) {
  const { noun, scopes, first, busy, problem, create, close, made, children } = props;
  async function submit(values: Record<string, string>) {
    const chosen = scopes.map(([scope]) => scope).filter(scope => values[scope] === 'on');
    const token = await create({ name: values.name ?? '', scopes: chosen, ...endOf(values) }, values);
    if (token === undefined) return false;
    made(token);
    close();
    return true;
  }
  return (
    <FormDialog
      title={`New ${noun}`}
      label={`Create ${noun}`}
      opened
      keptAs={`new-token:${noun}`}
      {...{ close, submit, busy, problem }}
    >
      <TokenName problem={problem} />
      <fieldset className="choices">
        <legend>It may</legend>
        {scopes.map(([scope, label]) => (
          <Checkbox key={scope} name={scope} label={label} defaultChecked={first.includes(scope)} />
        ))}
      </fieldset>
      {children}
      <TokenEnd problem={problem} />
    </FormDialog>
  );
}

/** A text for a terminal or a file, in a box that scrolls. */
export const CodeBox = ({ label, text }: { label: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a focusable element can be scrolled by keyboard.
  <section className="config" aria-label={label} tabIndex={0}>
    <pre>{text}</pre>
  </section>
);
