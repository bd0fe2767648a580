import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openapiWith } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const document = await (await admin.createProject()).createDocument();

/** Numbers that a double cannot represent, as written. */
const BEFORE = ['9007199254740993', '1e400', '0.10000000000000000000001', '-0'];
const AFTER = ['9007199254740995', '1e401', '0.10000000000000000000002', '-1'];

/** One operation with these numbers as example, default and maximum. */
function documentWith(numbers: string[]): string {
  const [large, huge, exact, zero] = numbers.map((_, index) => `"@${index}@"`);
  const schema = { type: 'number', maximum: large, default: exact };
  const text = openapiWith({
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [{ name: 'limit', in: 'query', schema, example: huge }],
        responses: {
          '200': { description: 'OK', content: { 'application/json': { example: { large, huge, exact, zero } } } },
        },
      },
    },
  });
  return text.replaceAll(/"\\"@(\d)@\\""/g, (_, index) => numbers[Number(index)] as string);
}

const from = await document.publish({ content: documentWith(BEFORE) });
const to = await document.publish({ content: documentWith(AFTER) });

/** Whether the text contains each number as written, as a JSON number of its own and not as a part of another one. */
const holds = (text: string, numbers: string[]) =>
  numbers.filter(number => !new RegExp(`[:\\[,\\s]${number.replaceAll('.', '\\.')}[,\\]}\\s]`).test(text));

describe('numbers that no double represents', () => {
  it('are in the documents of this test', () => {
    expect(holds(documentWith(BEFORE), BEFORE)).toEqual([]);
    expect(JSON.stringify(JSON.parse(documentWith(BEFORE)))).not.toContain('9007199254740993');
  });

  it('survive in the raw and the normalized content', async () => {
    for (const kind of ['raw', 'normalized']) {
      const { detail } = await admin.rest<{ content: string }>('GET', `${from.path}/content/${kind}`);
      expect(holds(detail.content, BEFORE)).toEqual([]);
    }
  });

  it('survive in the detail of an endpoint over REST', async () => {
    const { detail } = await admin.rest<{ id: string }[]>('GET', `${from.path}/endpoints`);
    const endpoint = await admin.rest('GET', `${from.path}/endpoints/${detail[0]?.id}`);
    expect(endpoint.code).toBe(200);
    expect(holds(endpoint.text, BEFORE)).toEqual([]);
  });

  it('survive in the detail of an endpoint over GraphQL', async () => {
    const query = 'query($id: ID!) { version(id: $id) { endpoints { nodes { operation parameters responses } } } }';
    const { code, text } = await admin.graphql(query, { id: from.id });
    expect(code).toBe('OK');
    expect(holds(text, BEFORE)).toEqual([]);
  });

  it('survive as old and new value of a diff, over REST and GraphQL', async () => {
    const body = { from_version_id: from.id, to_version_id: to.id };
    const diff = await admin.rest<{ id: string; items: { location: string }[] }>('POST', `${document.path}/diffs`, {
      body,
    });
    expect(diff.code).toBe(200);
    const pairs = [BEFORE[0], AFTER[0], BEFORE[2], AFTER[2]] as string[];
    expect(holds(diff.text, pairs)).toEqual([]);
    expect(diff.text).toMatch(/"old_value":9007199254740993[,}]/);
    expect(diff.text).toMatch(/"new_value":9007199254740995[,}]/);
    const query = 'query($id: ID!) { diff(id: $id) { items { rule oldValue newValue } } }';
    const answer = await admin.graphql(query, { id: diff.detail.id });
    expect(answer.text).toMatch(/"oldValue":9007199254740993[,}]/);
    expect(answer.text).toMatch(/"newValue":9007199254740995[,}]/);
  });

  it('differ from similar numbers: a change of the last digit is a change of the document', async () => {
    const draft = await document.createDraft({ content: documentWith(BEFORE) });
    const { detail } = await admin.rest<{ diff_preview: { summary: { unchanged: boolean } } }>('GET', draft.path);
    expect(detail.diff_preview.summary.unchanged).toBe(false);
    const same = await document.createDraft({ content: documentWith(AFTER) });
    expect((await admin.rest<typeof detail>('GET', same.path)).detail.diff_preview.summary.unchanged).toBe(true);
  });
});
