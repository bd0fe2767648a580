import type { IncomingMessage } from 'node:http';

/** Every Host header of a request. Node shows only the first one in `headers`. */
export const hostsOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host');
