import { type JsonScan, type JsonValue, parseScannedJson, scanJson } from '../platform/json.ts';
import { MAX_DEPTH, MAX_NODES, tooDeep, tooManyNodes } from './budget.ts';
import { diagnoseJson, locateInJson, type TextFault } from './json-text.ts';
import { parsePointer, toPointer } from './pointer.ts';
import { LineIndex, PointerTree } from './positions.ts';
import { byPosition, MAX_PROBLEMS, type Position, type Problem, withShortTexts } from './problem.ts';
import { readYamlEvents, YamlFault } from './yaml-events.ts';
import { YamlComposer } from './yaml-text.ts';

export type ParsedDocument = {
  /** Undefined when there are problems. */
  document: JsonValue | undefined;
  problems: Problem[];
  /** The position of a pointer in the text; for a missing field, the position of its parent. */
  locate: (pointer: string) => Position;
  /** Like `locate` for many pointers, in one pass over the text. */
  locateAll: (pointers: readonly string[]) => Position[];
};

type Locator = (targets: PointerTree) => void;
type Reading = { document: JsonValue; locator: Locator } | { faults: TextFault[] };

/** Parses JSON or YAML 1.2. A text that starts like a JSON object or array is parsed as JSON, all others as YAML. */
export function parseDocument(source: string): ParsedDocument {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const reading = readText(text);
  if ('faults' in reading) {
    const lines = new LineIndex(text);
    const problems = reading.faults.map(fault => asProblem(fault, lines)).sort(byPosition);
    const start = { line: 1, column: 1 };
    return { document: undefined, problems, locate: () => start, locateAll: pointers => pointers.map(() => start) };
  }
  let lines: LineIndex | undefined;
  const locateAll = (pointers: readonly string[]): Position[] => {
    const targets = new PointerTree();
    const paths = pointers.map(parsePointer);
    for (const path of paths) targets.add(path);
    reading.locator(targets);
    lines ??= new LineIndex(text);
    const index = lines;
    return paths.map(path => index.position(targets.find(path)));
  };
  const locate = (pointer: string) => locateAll([pointer])[0] as Position;
  return { document: reading.document, problems: [], locate, locateAll };
}

/**
 * The position to which these keys lead in a text that is YAML, even if it starts like JSON; for a missing field, that of its
 * parent. Undefined if the text has no JSON value.
 */
export function locateInYaml(text: string, keys: readonly string[]): Position | undefined {
  const targets = new PointerTree();
  targets.add(keys);
  try {
    new YamlComposer(text, readYamlEvents(text), 0, targets).compose();
  } catch (error) {
    if (error instanceof YamlFault) return undefined;
    throw error;
  }
  return new LineIndex(text).position(targets.find(keys));
}

function asProblem({ message, offset, pointer, rule }: TextFault, lines: LineIndex): Problem {
  return withShortTexts({ message, ...(pointer === undefined ? {} : { pointer }), ...lines.position(offset), rule });
}

function readText(text: string): Reading {
  const nul = text.indexOf('\0');
  if (nul >= 0) return { faults: [{ message: nulMessage, offset: nul, rule: 'nul' }] };
  const isJson = looksLikeJson(text);
  const reading = isJson ? readJson(text) : readYaml(text);
  const mayContainNul = isJson ? text.includes('\\u0000') : MAY_ESCAPE_NUL.test(text);
  if ('faults' in reading || !mayContainNul) return reading;
  const pointer = findNul(reading.document, []);
  if (pointer === undefined) return reading;
  const targets = new PointerTree();
  targets.add(pointer);
  reading.locator(targets);
  return { faults: [{ message: nulMessage, offset: targets.find(pointer), pointer: toPointer(pointer), rule: 'nul' }] };
}

const nulMessage = 'The text contains a NUL character (code 0): remove it.';
const MAY_ESCAPE_NUL = /\\(?:0|x00|u0000|U00000000)/;

function findNul(value: JsonValue, path: string[]): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const within = key.includes('\0') ? [...path, key] : findNul(child, [...path, key]);
    if (within) return within;
  }
  return undefined;
}

/** `{` and `[` also start YAML collections. If a quote or another bracket follows, the text is treated as JSON. */
const looksLikeJson = (text: string): boolean => /^[ \t\r\n]*[{[][ \t\r\n]*["{}[\]]/.test(text);

function readJson(text: string): Reading {
  const scan = scanJson(text);
  if (scan.depth > MAX_DEPTH) return budgetFault(tooDeep);
  if (scan.values > MAX_NODES) return budgetFault(tooManyNodes);
  try {
    const document = parseScannedJson(text, scan);
    if (!hasDuplicates(document, scan)) return { document, locator: targets => locateInJson(text, targets) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { faults: diagnoseJson(text, MAX_PROBLEMS) };
}

const budgetFault = (message: string): Reading => ({ faults: [{ message, offset: 0, rule: 'budget' }] });

/** JSON.parse keeps the last of duplicate keys, so a document with duplicates has fewer keys than its text. */
function hasDuplicates(document: JsonValue, scan: JsonScan): boolean {
  let members = 0;
  const open: JsonValue[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object' && item !== null) open.push(item);
    } else if (typeof value === 'object' && value !== null && !JSON.isRawJSON(value)) {
      const children = Object.values(value);
      members += children.length;
      for (const child of children) if (typeof child === 'object' && child !== null) open.push(child);
    }
  }
  return members !== scan.members;
}

function readYaml(text: string): Reading {
  try {
    const events = readYamlEvents(text);
    const composer = new YamlComposer(text, events, MAX_PROBLEMS);
    const document = composer.compose();
    if (composer.duplicates.length > 0) return { faults: composer.duplicates };
    return { document, locator: targets => void new YamlComposer(text, events, 0, targets).compose() };
  } catch (error) {
    if (error instanceof YamlFault) return { faults: [error.fault] };
    throw error;
  }
}
