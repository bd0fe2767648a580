import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a password, whose button that shows it says of which one. */
export const PasswordField = ({ label, ...rest }: PasswordInputProps & { label: string }) => (
  <PasswordInput label={label} visibilityToggleButtonProps={{ 'aria-label': `Show: ${label}` }} {...rest} />
);
