/** The bounds of pages of lists, the same on every surface. */
export const MAX_PAGE = 200;
export const MAX_OFFSET = 1_000_000;
export const MAX_SEARCH_BYTES = 256;
