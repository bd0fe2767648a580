/** The path of the public URL, below which people reach the service; `/` without one. */
export const basePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '/' : new URL(publicUrl).pathname;
