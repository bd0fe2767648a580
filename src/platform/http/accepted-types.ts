/** The media types of GraphQL answers: of single ones, and of streams. REST has streams too. */
export const SINGLE = ['application/json', 'application/graphql-response+json', 'multipart/mixed'] as const;
export const STREAM = 'text/event-stream';

/** In the order of preference: if a wildcard accepts several, the first is sent. */
const OFFERED = [...SINGLE, STREAM] as const;
type Offered = (typeof OFFERED)[number];

const PAGE = 'text/html';

/** A media range of an Accept header, with its weight. */
type Range = { readonly type: string; readonly weight: number; readonly place: number };

/**
 * The media types of GraphQL answers that an Accept header accepts (RFC 9110, 12.5.1): by weight, then in the order of the
 * header. The most specific range of a type counts, and the weight 0 refuses it.
 */
export const acceptedTypes = (header: string | undefined | null): Offered[] => acceptedOf(OFFERED, header);

/** Whether an Accept header prefers a page to every media type of an answer. */
export const prefersPage = (header: string | undefined): boolean => acceptedOf([...OFFERED, PAGE], header)[0] === PAGE;

/** Whether an Accept header names streams and does not prefer JSON to them. A wildcard asks for no stream. */
export function asksForStream(header: string | undefined): boolean {
  const ranges = rangesOf(header ?? '');
  const weight = ranges.find(({ type }) => type === STREAM)?.weight ?? 0;
  return weight > 0 && weight >= (rangeOf('application/json', ranges)?.weight ?? 0);
}

/** The most specific range that includes a type. */
const rangeOf = (type: string, ranges: readonly Range[]): Range | undefined =>
  [type, `${type.split('/')[0]}/*`, '*/*'].flatMap(name => ranges.find(one => one.type === name) ?? [])[0];

function acceptedOf<Type extends string>(offered: readonly Type[], header: string | undefined | null): Type[] {
  const ranges = rangesOf(header || '*/*');
  const accepted = offered.flatMap(type => {
    const range = rangeOf(type, ranges);
    return range !== undefined && range.weight > 0 ? [{ type, range }] : [];
  });
  accepted.sort((a, b) => b.range.weight - a.range.weight || a.range.place - b.range.place);
  return accepted.map(({ type }) => type);
}

const QUOTED = /^"(.*)"$/;

function rangesOf(header: string): Range[] {
  const parts = header.replaceAll(/\s/g, '').toLowerCase().split(',');
  return parts.flatMap((part, place) => {
    const [type = '', ...parameters] = part.split(';');
    const parameterOf = (name: string) =>
      parameters
        .find(one => one.startsWith(`${name}=`))
        ?.slice(name.length + 1)
        .replace(QUOTED, '$1');
    if ((parameterOf('charset') ?? 'utf-8') !== 'utf-8') return [];
    const weight = Number(parameterOf('q') ?? 1);
    return [{ type, weight: Number.isNaN(weight) ? 1 : weight, place }];
  });
}
