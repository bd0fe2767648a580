import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { useRef } from 'react';

type Props = ButtonProps & { accept: string; disabled?: boolean; onChoose: (file: File) => void };

/**
 * A button that chooses a file. It forgets the chosen file at once: browsers do not report the choice of a file that is
 * chosen already, although it may have been changed meanwhile.
 */
export function ChooseFile({ accept, disabled = false, onChoose, ...look }: Props) {
  const forget = useRef<() => void>(null);
  function take(file: File | null) {
    forget.current?.();
    if (file !== null) onChoose(file);
  }
  return (
    <FileButton accept={accept} disabled={disabled} resetRef={forget} onChange={take}>
      {props => (
        <Button {...props} {...look} variant="default">
          Choose a file
        </Button>
      )}
    </FileButton>
  );
}
