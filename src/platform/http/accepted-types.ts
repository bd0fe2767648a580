/** The media types of GraphQL answers: of single ones, and of streams. */
export const SINGLE = ['application/graphql-response+json', 'application/json', 'multipart/mixed'];
export const STREAM = 'text/event-stream';

/** Whether an Accept header accepts one of these media types, by the rules of Yoga: weights do not count. */
export function accepts(header: string | undefined | null, types: readonly string[]): boolean {
  const ranges = (header || '*/*').replaceAll(/\s/g, '').toLowerCase().split(',');
  return ranges.some(range => {
    const [type = '', ...parameters] = range.split(';');
    const charset = parameters.find(parameter => parameter.startsWith('charset=')) ?? 'charset=utf-8';
    return charset === 'charset=utf-8' && types.some(offered => isInRange(offered, type));
  });
}

const isInRange = (offered: string, range: string): boolean =>
  range === offered || range === '*/*' || range === `${offered.split('/')[0]}/*`;
