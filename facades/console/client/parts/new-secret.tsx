import type { ReactNode } from 'react';
import { showItself } from '../shell/in-sight.ts';
import { Copy } from './copy.tsx';

/** Shown instead of a secret if the answer with the secret was lost. `children`: what exists, and what to do. */
export const LostSecret = ({ children }: { children: string }) => (
  <div className="card" role="status">
    <strong>{children}</strong>
  </div>
);

type Props = { secret: string; advice: string; label: string; children?: ReactNode };

/** A secret that was revealed or just created, with a copy button. */
export const NewSecret = ({ secret, advice, label, children }: Props) => (
  <div className="card stack" role="status" ref={showItself}>
    <strong>{advice}</strong>
    <span className="mono">{secret}</span>
    <div className="row">
      <Copy text={secret} label={label} />
      {children}
    </div>
  </div>
);
