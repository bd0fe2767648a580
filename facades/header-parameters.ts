/** A parameter is a token or a quoted text (RFC 9110, section 5.6.6). Quoted texts may contain semicolons. */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** The media type of a Content-Type, in lower case, without its parameters. */
export const mediaTypeOf = (contentType: string): string => contentType.replace(/;.*/s, '').trim().toLowerCase();

/** The first parameter of this name, in lower case, of a header such as Content-Type. */
export function parameterOf(header: string, name: string): string | undefined {
  for (const [, key, quoted, plain] of header.matchAll(PARAMETER))
    if (key?.toLowerCase() === name) return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
  return undefined;
}

/** The charset that a Content-Type declares, unless it is UTF-8. */
export function otherCharset(contentType: string): string | undefined {
  const charset = parameterOf(contentType, 'charset');
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}
