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

/** A button that sends something, by default its form. If it was pressed, takes the focus back that it lost while disabled. */
export function SubmitButton({ busy, onClick, ...props }: Props) {
  const ref = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (!busy || !isPressed.current) return;
    isPressed.current = false;
    return () => {
      const button = ref.current;
      // The focus went to the page, or to a part of it that keeps the focus inside.
      if (button && document.activeElement?.contains(button)) button.focus({ preventScroll: true });
    };
  }, [busy]);
  // Also when Enter sends the form from a field: the browser clicks its button.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    isPressed.current = true;
    onClick?.(event);
  };
  return <Button ref={ref} type="submit" loading={busy} onClick={press} {...props} />;
}
