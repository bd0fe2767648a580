import { canonicalTemplate } from '../../openapi/paths.ts';
import { isJsonObject, type JsonObject } from '../../platform/json.ts';
import { textOf } from './document.ts';

/** What moved between the addresses of the servers and the beginning of the paths; one of the two is empty. */
export type MovedPrefix = { before: string; after: string };

/** The path of each server's address, without a slash at the end. */
const basesOf = ({ servers }: JsonObject): string[] => {
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  return list.flatMap(server => {
    const url = isJsonObject(server) ? textOf(server.url) : undefined;
    return url === undefined ? [] : [url.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '').replace(/\/+$/, '')];
  });
};

/** What all longer addresses have more than the shorter one. */
const surplus = (longer: string[], shorter: string[]): string => {
  const [first, other] = [longer[0], shorter[0]];
  if (first === undefined || other === undefined || !first.startsWith(other)) return '';
  const prefix = first.slice(other.length);
  return prefix.startsWith('/') && longer.every(base => base.endsWith(prefix)) ? prefix : '';
};

const pathsOf = ({ paths }: JsonObject): Set<string> =>
  new Set(isJsonObject(paths) ? Object.keys(paths).map(canonicalTemplate) : []);

/** Whether the paths say that it moved: more of them are found again with the prefix than without. */
const isConfirmed = (prefix: string, shorter: Set<string>, longer: Set<string>): boolean => {
  const found = (begin: string): number => [...shorter].filter(path => longer.has(begin + path)).length;
  return found(canonicalTemplate(prefix)) > found('');
};

/** `https://host/v1` with `/pets` is `https://host` with `/v1/pets`. */
export const findMovedPrefix = (before: JsonObject, after: JsonObject): MovedPrefix | undefined => {
  const [old, now] = [basesOf(before), basesOf(after)];
  const [lost, won] = [surplus(old, now), surplus(now, old)];
  if (lost !== '' && isConfirmed(lost, pathsOf(before), pathsOf(after))) return { before: lost, after: '' };
  if (won !== '' && isConfirmed(won, pathsOf(after), pathsOf(before))) return { before: '', after: won };
  return undefined;
};
