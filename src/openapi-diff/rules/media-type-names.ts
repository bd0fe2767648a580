/**
 * Names and parameters are the same in either case, in any order, quoted or not (RFC 9110, 8.3.1 and 5.6.6).
 */
export const canonicalMediaType = (name: string): string => {
  if (/^[a-z\d/+.*-]*$/.test(name)) return name;
  const [type = '', ...parameters] = name.split(';').map(part => part.trim().toLowerCase());
  const bare = parameters.map(parameter => parameter.replace(/="([\w!#$%&'*+.^`|~-]+)"$/, '=$1'));
  // UTF-8 is the only charset of JSON.
  const isImplied = (parameter: string): boolean => parameter === 'charset=utf-8' && /[/+]json$/.test(type);
  return [type, ...bare.filter(parameter => parameter !== '' && !isImplied(parameter)).sort()].join(';');
};

export const baseOf = (name: string): string => name.split(';')[0]?.toLowerCase().trim() ?? name;

/** `application/problem+json` is written in the syntax of `application/json` (RFC 6839). */
export const isBuiltOn = (name: string, syntax: string): boolean => {
  const [kind = '', subtype = ''] = baseOf(name).split('/');
  const suffix = /\+(\w+)$/.exec(subtype)?.[1];
  return suffix !== undefined && baseOf(syntax) === `${kind}/${suffix}`;
};

/** `text/*` includes `text/csv`; parameters such as a charset make no range. */
export const includesType = (wide: string, narrow: string): boolean => {
  const [base, other] = [baseOf(wide), baseOf(narrow)];
  if (base === other) return false;
  return base === '*/*' || (base.endsWith('/*') && other.startsWith(base.slice(0, -1)));
};

export type NameRelation = 'generalized' | 'specialized' | 'changed';

/** Whether a media type became a wider, a narrower or another one. */
export const relateNames = (before: string, after: string): NameRelation => {
  if (includesType(after, before)) return 'generalized';
  if (includesType(before, after)) return 'specialized';
  if (before.includes(';') || after.includes(';')) return 'changed';
  return isBuiltOn(before, after) ? 'generalized' : isBuiltOn(after, before) ? 'specialized' : 'changed';
};
