import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { hostileText } from '../support/graphql-arbitrary.ts';
import { createToken, post } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { createMcpStage } from './stage.ts';

// `REQUESTS=20000 SEED=7` sends more and different ones.
const RUNS = Number(process.env.REQUESTS ?? 400);

const app = await testApp();
const { writer, ids, argumentsOf } = await createMcpStage(await seed(app));
const { token } = await createToken(writer);

type Shown = { name: string; inputSchema?: { properties: object }; arguments?: { name: string }[] };
const listed = async (method: string, field: string) =>
  (await post(app, { jsonrpc: '2.0', id: 1, method }, { token })).result?.[field] as Shown[];
const tools = await listed('tools/list', 'tools');
const prompts = await listed('prompts/list', 'prompts');

/** JSON texts: some of these numbers and keys have no value of JavaScript that becomes them. */
const json = fc.oneof(
  hostileText.map(text => JSON.stringify(text)),
  fc.constantFrom('null', 'true', '[]', '[null]', '{}', '{"__proto__":{}}', '['.repeat(2_000) + ']'.repeat(2_000)),
  fc.constantFrom('-0', '-1', '1.5', '1e400', '1e-400', '2147483648', '9007199254740993', `1${'0'.repeat(400)}`),
);

const other = fc.constantFrom('__proto__', 'constructor', 'toString', '');

const called = fc.oneof(
  ...tools.map(({ name, inputSchema }) => withArgument('tools/call', name, Object.keys(inputSchema?.properties ?? {}))),
  ...prompts.map(row =>
    withArgument(
      'prompts/get',
      row.name,
      (row.arguments ?? []).map(({ name }) => name),
    ),
  ),
);

function withArgument(method: string, name: string, names: string[]) {
  const argument = names.length === 0 ? other : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, other);
  return fc.record({ method: fc.constant(method), name: fc.constant(name), argument, value: json });
}

const field = (name: string, value: string) => `${JSON.stringify(name)}:${value}`;

async function request({
  method,
  name,
  argument,
  value,
}: {
  method: string;
  name: string;
  argument: string;
  value: string;
}) {
  const usual = method === 'tools/call' ? await argumentsOf(name) : ids;
  const others = Object.entries(usual).filter(([key]) => key !== argument);
  const args = [...others.map(([key, one]) => field(key, JSON.stringify(one))), field(argument, value)].join(',');
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"name":"${name}","arguments":{${args}}}}`;
}

/** Every run reaches these. */
const COMMON = ['OK', 'INVALID_ARGUMENT', 'NOT_FOUND'];
/** What a caller can cause, unlike INTERNAL and UNAVAILABLE. */
const CAUSED = [...COMMON, 'PERMISSION_DENIED', 'FAILED_PRECONDITION', 'ALREADY_EXISTS'];

it('a tool or prompt never causes an internal error, whatever one of its arguments is', async () => {
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(called, async one => {
      const { result, error, text } = await post(app, await request(one), { token });
      const shown = result?.isError ? JSON.parse(result.content[0]?.text ?? '{}').status : 'OK';
      const status = error === undefined ? shown : String(error.data?.status);
      statuses.add(status);
      expect(CAUSED, text.slice(0, 500)).toContain(status);
    }),
    { numRuns: RUNS },
  );
  expect([...statuses]).toEqual(expect.arrayContaining(COMMON));
});
