import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password field. The accessible name of its "Show" button contains the label, to distinguish several fields. */
export const PasswordField = ({ label, ...rest }: PasswordInputProps & { label: string }) => (
  <PasswordInput label={label} visibilityToggleButtonProps={{ 'aria-label': `Show: ${label}` }} {...rest} />
);
