import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

type Props = Omit<ButtonProps, 'loading'> & {
  busy: boolean;
  /** For a second button of the form, which sends it in another way. */
  type?: 'button';
  onClick?: () => void;
  'aria-label'?: string;
  children: ReactNode;
};

/** The button that sends a form. Takes the focus back that it lost because it was disabled while the form was sent. */
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
