import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DocumentNode, Kind, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as generated from '../../facades/generated.ts';
import { compileRoutes, operationsOf } from '../../facades/rest/compiled-routes.ts';
import { openapiYaml } from '../../facades/rest/openapi.ts';
import { shortForm } from '../../facades/rest/route.ts';
import { routes, specials } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';

const operations = operationsOf(schema, routes);

const isOperation = ({ definitions }: DocumentNode): boolean =>
  definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);

/** Refusals are the `default` response, because generators do not support `4XX`. */
const DEFAULT_INSTEAD = 'operation-4xx-response';

const documents: readonly DocumentNode[] = Object.values(generated);

describe('the rows over the schema of the service', () => {
  it.each(documents.filter(isOperation))('$definitions.0.name.value is valid', document => {
    expect(validate(schema, document).map(({ message }) => message)).toEqual([]);
  });

  it('compile, each in its long and short form', () => {
    const short = routes.filter(({ path }) => shortForm(path) !== undefined);
    expect(compileRoutes(routes, operations)).toHaveLength(routes.length + short.length);
  });

  it('have a description for every operation and every variable', () => {
    const silent = [...operations.values()].flatMap(({ name, description, variables }) => [
      ...(description ? [] : [name]),
      ...variables.filter(variable => !variable.description).map(variable => `${name}.${variable.name}`),
    ]);
    expect(silent).toEqual([]);
  });

  it("produce an OpenAPI document without errors by Redocly's recommended rules", () => {
    const file = join(mkdtempSync(join(tmpdir(), 'openapi-')), 'openapi.yaml');
    writeFileSync(file, openapiYaml(routes, specials, operations, '1.2.3'));
    const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const lint = [cli, 'lint', file, '--extends', 'recommended', '--skip-rule', DEFAULT_INSTEAD, '--format', 'json'];
    const report = execFileSync(process.execPath, lint, { env, cwd: dirname(file), encoding: 'utf8', stdio: 'pipe' });
    expect(JSON.parse(report.slice(report.indexOf('{'))).problems).toEqual([]);
  });
});
