/** Whether an `Idempotency-Key` is valid: 1 to 255 printable ASCII characters. */
export const isCreationKey = (key: string): boolean => /^[\x20-\x7e]{1,255}$/.test(key);
