import { Textarea } from '@mantine/core';

type Props = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  required?: boolean;
  /** True while the text is being sent. */
  readOnly?: boolean;
};

/** A field for Markdown that grows with its text. */
export const MarkdownBox = ({ value, onChange, ...rest }: Props) => (
  <Textarea
    {...rest}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
    rows={Math.min(14, Math.max(3, value.split('\n').length + 1))}
    maxLength={10_000}
    description="Markdown"
    {...(rest.autoFocus && { 'data-autofocus': true })}
  />
);
