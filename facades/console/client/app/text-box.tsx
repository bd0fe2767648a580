import { Textarea } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { Ref } from 'react';

type Props = {
  ref?: Ref<HTMLTextAreaElement>;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** In characters. */
  maxLength: number;
  description?: string;
  error?: string | undefined;
  autoFocus?: boolean;
  required?: boolean;
  /** True while the text is being sent. */
  readOnly?: boolean;
};

/** A field that takes the focus has its caret before its text, unless it was put elsewhere. */
const putCaretAtEnd = (field: HTMLTextAreaElement | null) =>
  field?.setSelectionRange(field.value.length, field.value.length);

/** A field that grows with its text. */
export const TextBox = ({ ref, value, onChange, ...rest }: Props) => (
  <Textarea
    {...rest}
    ref={useMergedRef(ref, rest.autoFocus ? putCaretAtEnd : null)}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
    rows={Math.min(14, Math.max(3, value.split('\n').length + 1))}
    {...(rest.autoFocus && { 'data-autofocus': true })}
  />
);
