import { find, make } from './elements.ts';
import { at, type Lines } from './lines.ts';
import { cutNote } from './notices.ts';
import { readEndpoints, type ShareEndpoint } from './requests.ts';
import { revealLine, shownLines } from './viewer.ts';

/** If there are more operations than this, tags are folded. */
const MAX_UNFOLDED = 60;

let places: { lines: Lines; found: Map<string, number> } | undefined;

/** Lists the operations of a version by tag. Each entry links to its place in the text. */
export async function showOperations(versionId: string, signal: AbortSignal): Promise<void> {
  find('operations').hidden = true;
  places = undefined;
  const listed = await readEndpoints(versionId, signal);
  const endpoints = listed.items;
  signal.throwIfAborted();
  const byTag = new Map<string, ShareEndpoint[]>();
  for (const endpoint of endpoints)
    for (const tag of endpoint.tags.length > 0 ? endpoint.tags : ['Other'])
      byTag.set(tag, [...(byTag.get(tag) ?? []), endpoint]);
  const isFolded = endpoints.length > MAX_UNFOLDED;
  const note = cutNote(listed, 'operations');
  find('operations-list').replaceChildren(...[...byTag].map(([tag, ones]) => listTag(tag, ones, isFolded)));
  if (note !== '') find('operations-list').append(make('p', 'note', note));
  find<HTMLDetailsElement>('operations-fold').open = matchMedia('(min-width: 60rem)').matches;
  find('operations').hidden = endpoints.length === 0;
}

function listTag(tag: string, endpoints: ShareEndpoint[], isFolded: boolean): HTMLElement {
  const [group, list] = [make('details'), make('ul')];
  group.open = !isFolded;
  group.append(make('summary', '', `${tag} (${endpoints.length})`), list);
  list.append(...endpoints.map(listOperation));
  return group;
}

function listOperation(endpoint: ShareEndpoint): HTMLElement {
  const [item, button] = [make('li'), make('button', endpoint.deprecated ? 'deprecated' : '')];
  button.type = 'button';
  button.append(make('span', 'method', endpoint.method), ` ${endpoint.path}`);
  if (endpoint.deprecated) button.append(make('span', 'note', ' deprecated'));
  if (endpoint.summary) button.title = endpoint.summary;
  button.addEventListener('click', () => goToOperation(endpoint));
  item.append(button);
  return item;
}

function goToOperation({ method, path }: ShareEndpoint): void {
  const lines = shownLines();
  if (lines === undefined) return;
  if (places?.lines.text !== lines.text) places = { lines, found: findOperations(lines) };
  const line = places.found.get(`${method} ${path}`) ?? places.found.get(path);
  if (line !== undefined) revealLine(line);
  else revealText(lines, path);
  find('text').focus({ preventScroll: true });
}

/** Scrolls to a path in minified JSON, where all paths are on one line. */
function revealText(lines: Lines, path: string): void {
  const offset = Math.max(0, lines.text.indexOf(JSON.stringify(path)));
  let line = 0;
  while (line + 1 < lines.count && at(lines.starts, line + 1) <= offset) line++;
  revealLine(line, offset - at(lines.starts, line));
}

const KEY = /^\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#'"{[][^\n]*?))\s*:(?:\s|$)/;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/**
 * Finds the lines of paths and operations by the indentation of YAML or formatted JSON. Comments and empty lines may be
 * anywhere.
 */
function findOperations({ text, starts, count }: Lines): Map<string, number> {
  const found = new Map<string, number>();
  /** The indentation of root keys, of paths, and of the keys of a path. */
  const indents: number[] = [];
  let [isInside, path] = [false, ''];
  for (let line = 0; line < count; line++) {
    const start = at(starts, line);
    const indent = indentOf(text, start, at(starts, line + 1) - 1);
    const depth = indents.findIndex(known => known >= indent);
    if (indent < 0 || (isInside && depth < 0 && indents.length === 3)) continue;
    const key = keyOf(text.slice(start, Math.min(at(starts, line + 1) - 1, start + 2_000)));
    if (key === undefined) continue;
    if (indents.length === 0) indents.push(indent);
    if (indent <= (indents[0] as number)) {
      if (isInside) break;
      isInside = key === 'paths';
    } else if (isInside) {
      if (depth < 0) indents.push(indent);
      const level = depth < 0 ? indents.length - 1 : depth;
      if (level === 1) {
        path = key;
        found.set(path, line);
      } else if (METHODS.has(key)) found.set(`${key.toUpperCase()} ${path}`, line);
    }
  }
  return found;
}

/** Returns -1 for a line without a key: empty, a comment, or a bracket. */
function indentOf(text: string, start: number, end: number): number {
  let first = start;
  while (first < end && text.charCodeAt(first) <= 32) first++;
  return first === end || '#{}[]'.includes(text[first] as string) ? -1 : first - start;
}

function keyOf(line: string): string | undefined {
  const [, double, single, plain] = KEY.exec(line) ?? [];
  if (double === undefined) return single?.replaceAll("''", "'") ?? plain;
  try {
    return JSON.parse(`"${double}"`);
  } catch {
    return double;
  }
}
