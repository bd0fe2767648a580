import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpointDetail, indexEndpoints } from '../../src/openapi/endpoints.ts';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { normalizeOpenApi } from '../../src/openapi/normalize.ts';
import { parseJson } from '../../src/platform/json.ts';

const examples = new URL('../../node_modules/@readme/oas-examples/', import.meta.url);
const files = ['3.0', '3.1'].flatMap(version =>
  ['json', 'yaml'].flatMap(format =>
    readdirSync(new URL(`${version}/${format}/`, examples))
      .filter(name => name.endsWith(`.${format}`))
      .map(name => [version, `${version}/${format}/${name}`] as const),
  ),
);

describe('real documents', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThan(80);
  });

  it.each(files)('%s is taken, normalized, listed and shown: %s', (version, file) => {
    const outcome = ingestOpenApi(readFileSync(new URL(file, examples), 'utf8'));
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
    expect(outcome.format).toBe(version === '3.0' ? 'OPENAPI_3_0' : 'OPENAPI_3_1');
    const reread = parseJson(outcome.normalized.toString());
    expect(normalizeOpenApi(reread).equals(outcome.normalized)).toBe(true);
    const endpoints = indexEndpoints(reread);
    expect(endpoints.map(({ hash }) => hash).sort()).toEqual(
      indexEndpoints(outcome.document)
        .map(({ hash }) => hash)
        .sort(),
    );
    for (const { method, path } of endpoints)
      expect(endpointDetail(reread, method, path)).toMatchObject({ method, path });
  });
});
