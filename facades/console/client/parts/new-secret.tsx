import type { ReactNode } from 'react';
import { Copy } from './copy.tsx';

/** Instead of a secret that was only in an answer that was lost: what exists already, and what to do. */
export const LostSecret = ({ children }: { children: string }) => (
  <div className="card" role="status">
    <strong>{children}</strong>
  </div>
);

type Props = { secret: string; advice: string; label: string; children?: ReactNode };

/** A secret that is shown on request, or only once. It lives in the page until the page is left. */
export const NewSecret = ({ secret, advice, label, children }: Props) => (
  <div className="card stack" role="status">
    <strong>{advice}</strong>
    <span className="mono">{secret}</span>
    <div className="row">
      <Copy text={secret} label={label} />
      {children}
    </div>
  </div>
);
