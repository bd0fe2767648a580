import { FAILSAFE_SCHEMA, loadAll, YAMLException } from 'js-yaml';
import { locateInYaml } from '../../src/openapi/document.ts';
import type { Position } from '../../src/openapi/problem.ts';
import { isObject } from '../../src/platform/json.ts';
import { EXIT, Failure, oneLine } from './outcome.ts';

/** Refuses the file, at the place to which these keys lead. */
export type Fail = (message: string, ...keys: string[]) => never;

/**
 * Reads a mapping from a YAML file, in which all values are strings: version 1.10 must not become the number 1.1. A file in which
 * all is commented out is an empty mapping. `holds`: what the mapping is for.
 */
export function readMapping(file: string, source: string, holds = ''): { map: Record<string, unknown>; fail: Fail } {
  const text = source.replace(/^\uFEFF/, '');
  const fail: Fail = (message, ...keys) => {
    throw failureAt(file, locateInYaml(text, keys), message);
  };
  const [document, another] = documentsIn(file, text);
  if (another !== undefined) throw failureAt(file, undefined, 'must be one YAML document');
  const map = document || {};
  return isObject(map) ? { map, fail } : fail(`must hold a mapping${holds}`);
}

function documentsIn(file: string, text: string): unknown[] {
  try {
    return loadAll(text, { schema: FAILSAFE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { mark } = error;
    throw failureAt(file, mark && { line: mark.line + 1, column: mark.column + 1 }, error.reason);
  }
}

function failureAt(file: string, position: Position | undefined, reason: string): Failure {
  const problem = { file, ...position, message: oneLine(reason) };
  const place = position === undefined ? '' : `:${position.line}:${position.column}`;
  return new Failure(EXIT.wrongUse, `${oneLine(file)}${place}: ${problem.message}`, { problems: [problem] });
}
