/** A number with its noun, in the plural unless it is one. */
export const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
