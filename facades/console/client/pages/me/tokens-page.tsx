import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import type { Problem } from '../../app/errors.ts';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LostSecret, NewSecret } from '../../parts/new-secret.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { Loaded, Skeletons } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
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
  /** Reads an active token again; absent if its kind is shown only once. */
  reveal?: (id: string) => Promise<Revealed>;
  children: ReactNode;
};

/** A token with its secret: null if the answer that had it was lost. */
export type Secret = { id: string; token: string | null };

export type Revealed = { secret?: Secret; problem?: Problem };

export type NewProps = { close: () => void; made: (secret: Secret) => void };

/** The page of one kind of tokens of the user: the list, a new token, revocation. */
export function TokensOf<Data, One extends Token>(props: Props<Data, One>) {
  const { title, noun, query, read, use, advice, refused, about, revoke, renderNew, reveal, children } = props;
  const { page, first, offset, go } = usePage(PAGE_SIZE);
  const [result, execute] = useQuery({ query, variables: { first, offset } });
  const refresh = () => execute({ requestPolicy: 'network-only' });
  const dialog = useDialog<'new' | One>();
  // The token to show, kept only in the state of this page.
  const [secret, setSecret] = useState<Secret>();
  const [problem, setProblem] = useState<Problem>();
  // The token that the user asked for last: a late answer about another one must not replace it.
  const wanted = useRef<string>(undefined);
  const focus = useFocusInside<HTMLDivElement>();
  const hide = (id: string) => {
    if (wanted.current === id) wanted.current = undefined;
    setSecret(was => (was?.id === id ? undefined : was));
  };
  const made = (token: Secret) => {
    wanted.current = token.id;
    setSecret(token);
    // The new token is on the first page, because the newest come first.
    go(1);
    refresh();
  };
  const revoked = (id: string) => {
    hide(id);
    refresh();
  };
  async function show(id: string) {
    wanted.current = id;
    setSecret(was => (was?.id === id ? was : undefined));
    const found = await reveal?.(id);
    if (wanted.current !== id) return;
    setProblem(found?.problem);
    setSecret(found?.secret);
    // The list is out of date: the token has ended meanwhile.
    if (found && !found.secret) refresh();
  }
  return (
    <Page title={title} actions={<Button onClick={() => dialog.open('new')}>New {noun}</Button>}>
      <MeNav />
      <div className="stack" {...focus}>
        {dialog.about === 'new' && renderNew({ close: dialog.close, made })}
        {dialog.about !== undefined && dialog.about !== 'new' && (
          <Revoke token={dialog.about} {...{ revoke, refused }} done={revoked} close={dialog.close} />
        )}
        <p className="flush">{use}</p>
        <ProblemAlert problem={problem} />
        {secret?.token === null && (
          <LostSecret>
            The token was created, but the answer that showed it was lost. Revoke it and create another.
          </LostSecret>
        )}
        {secret?.token && (
          <NewSecret key={secret.id} secret={secret.token} advice={advice} label="Copy the token">
            <Button variant="default" size="compact-sm" onClick={() => hide(secret.id)}>
              Hide it
            </Button>
          </NewSecret>
        )}
        <Loaded result={result} read={read} retry={refresh} noun="token">
          {({ nodes, totalCount }) =>
            totalCount === 0 && secret !== undefined ? (
              <Skeletons />
            ) : totalCount === 0 ? (
              <Empty title={`You have no ${noun}`} />
            ) : (
              <PagedRows total={totalCount} size={PAGE_SIZE} page={page} go={go}>
                {nodes.map(one => (
                  <TokenRow
                    key={one.id}
                    token={one}
                    about={about?.(one)}
                    revoke={() => dialog.open(one)}
                    {...(reveal && { reveal: () => void show(one.id) })}
                  />
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
  done: (id: string) => void;
  close: () => void;
};

function Revoke({ token, revoke, refused, done, close }: RevokeProps) {
  const { act, busy, problem } = useAct(revoke);
  async function submit() {
    if (!(await act({ input: { id: token.id } }))) return;
    done(token.id);
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
  /** True while a token cannot be created. */
  disabled?: boolean;
  /** Creates the token; undefined if that failed. */
  create: (
    input: { name: string; scopes: Scope[]; expiresAt?: string },
    values: Record<string, string>,
  ) => Promise<Secret | null | undefined>;
  children?: ReactNode;
};

export function NewToken<Scope extends string>(props: NewTokenProps<Scope>) {
  const { noun, scopes, first, busy, problem, disabled = false, create, close, made, children } = props;
  async function submit(values: Record<string, string>) {
    const chosen = scopes.map(([scope]) => scope).filter(scope => values[scope] === 'on');
    const token = await create({ name: values.name ?? '', scopes: chosen, ...endOf(values) }, values);
    if (!token) return false;
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
      {...{ close, submit, busy, problem, disabled }}
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
