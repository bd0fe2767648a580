import { Badge, Button, TextInput } from '@mantine/core';
import { fieldError, type Problem } from '../../app/errors.ts';
import { Ago, formatExact } from '../../app/time.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { isolated } from '../../parts/words.tsx';

export type Token = {
  id: string;
  name: string;
  scopes: readonly string[];
  status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  tokenMasked: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};

type RowProps = { token: Token; revoke: () => void; reveal?: () => void; about?: string | undefined };

export const TokenRow = ({ token, revoke, reveal, about }: RowProps) => (
  <li>
    <div>
      <strong className="name">{token.name}</strong> <span className="mono dim">{token.tokenMasked}</span>
      <div className="dim name">
        {token.scopes.map(scope => scope.toLowerCase().replace('_', ':')).join(', ')}
        {about && `, ${about}`};{' '}
        {token.lastUsedAt ? (
          <>
            used <Ago at={token.lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
        {token.expiresAt && `, until ${formatExact(token.expiresAt)}`}
      </div>
    </div>
    <span className="row">
      <Badge color={token.status === 'ACTIVE' ? 'green' : 'gray'} variant="light" radius="sm" className="plain-badge">
        {token.status.toLowerCase()}
      </Badge>
      {token.status === 'ACTIVE' && reveal && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={reveal}
          aria-label={`Show ${token.name}, ${token.tokenMasked}`}
        >
          Show
        </Button>
      )}
      {token.status === 'ACTIVE' && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={revoke}
          aria-label={`Revoke ${token.name}, ${token.tokenMasked}`}
        >
          Revoke
        </Button>
      )}
    </span>
  </li>
);

/** The first field of a new token. */
export const TokenName = ({ problem }: { problem: Problem | undefined }) => (
  <TextInput name="name" label="Name" required maxLength={200} error={fieldError(problem, 'name')} data-autofocus />
);

export const TokenEnd = ({ problem }: { problem: Problem | undefined }) => (
  <TextInput
    name="expiresAt"
    type="date"
    max="9999-12-31"
    label="Ends on"
    description="Optional. It works until the end of this day."
    error={fieldError(problem, 'expiresAt')}
  />
);

/** Converts the date of `TokenEnd` to input: the end of that day in the local time zone; no field if it is empty. */
export const endOf = ({ expiresAt = '' }: Record<string, string>) =>
  expiresAt === '' ? {} : { expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() };

type RevokeProps = {
  token: Token;
  close: () => void;
  busy: boolean;
  problem: Problem | undefined;
  submit: () => void;
  children: string;
};

export const RevokeDialog = ({ token, children, ...rest }: RevokeProps) => (
  <FormDialog title={`Revoke ${isolated(token.name)}?`} label="Revoke" opened dangerous {...rest}>
    <p className="flush mono dim">{token.tokenMasked}</p>
    <p className="flush">{children}</p>
  </FormDialog>
);
