import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import type { Problem } from '../../src/openapi/problem.ts';

/** A small document without a warning, with other fields on request. */
export const sound = (fields: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1', description: 'All about pets.' },
  paths: {},
  ...fields,
});

export const operation = (fields: object = {}): object => ({
  summary: 'Does it.',
  responses: { 200: { description: 'Done.' } },
  ...fields,
});

export const answering = (schema: unknown, fields: object = {}): object =>
  operation({ responses: { 200: { description: 'Done.', content: { 'application/json': { schema } } } }, ...fields });

const write = (document: object): string => JSON.stringify(document, null, 2);

export function problemsOf(document: object | string): Problem[] {
  const outcome = ingestOpenApi(typeof document === 'string' ? document : write(document));
  return outcome.ok ? [] : outcome.problems;
}

export function warningsOf(document: object | string): Problem[] {
  const outcome = ingestOpenApi(typeof document === 'string' ? document : write(document));
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome.problems)}`);
  return outcome.warnings;
}

/** The rule and pointer of each warning. */
export const brief = (problems: Problem[]): string[] => problems.map(({ rule, pointer }) => `${rule} ${pointer}`);
