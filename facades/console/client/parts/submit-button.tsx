import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

type Props = Omit<ButtonProps, 'loading'> & {
  busy: boolean;
  /** For a button outside of a form, or a second button of it, which sends something in another way. */
  type?: 'button';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  'aria-label'?: string;
  children: ReactNode;
};

/** A button that sends something, by default its form. Takes the focus back that it lost because it was disabled meanwhile. */
export function SubmitButton({ busy, ...props }: Props) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!busy) return;
    return () => {
      const button = ref.current;
      // The focus went to the page, or to a part of it that keeps the focus inside.
      if (button && document.activeElement?.contains(button)) button.focus({ preventScroll: true });
    };
  }, [busy]);
  return <Button ref={ref} type="submit" loading={busy} {...props} />;
}
