import './parts.css';
import type { ReactNode } from 'react';
import { passFocusOn } from './pass-focus-on.ts';

/** Shown instead of an empty list: a title, and the next step. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty" ref={passFocusOn}>
    <strong>{title}</strong>
    {children}
  </div>
);
