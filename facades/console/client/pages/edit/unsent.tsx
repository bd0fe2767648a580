import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { readKept } from '../../app/kept.ts';

/** Whether the kept text of a draft comes from a file and was not edited since. */
export const isFromFile = (keptAs: string): boolean => readKept(`${keptAs}:file`) !== undefined;

type Props = { keptAs: string; onDiscard: () => void; instead?: ReactNode; children?: ReactNode };

/** Says that a form began with what was typed or chosen before, and offers to discard it, with what a file replaced. */
export function Unsent({ keptAs, onDiscard, instead, children }: Props) {
  const replaced = readKept(`${keptAs}:replaced`) ?? '';
  return (
    <p className="row flush" role="status">
      This is {isFromFile(keptAs) ? 'the file that you chose' : 'what you typed'} before and did not send.
      {children}
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        <span>
          {replaced.length > 0 ? 'Discard both texts' : 'Discard it'}
          {instead}
        </span>
      </Button>
    </p>
  );
}
