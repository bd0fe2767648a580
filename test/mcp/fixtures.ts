import { RpcError } from '../../facades/mcp/protocol.ts';
import type { Outcome, Prompt, Registry, ResourceContents, Tool, ToolResult } from '../../facades/mcp/registry.ts';
import type { Call } from '../../src/access/call.ts';

// The tools, resources and prompts that the conformance suite asks an example server for.

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, value: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: value },
});

const ok = <Result>(result: Result): Outcome<Result> => ({ result, status: 'OK', weight: 0 });

function tool(name: string, content: ToolResult['content'], more: Partial<ToolResult> = {}): Tool<Call> {
  return {
    definition: { name, description: `Fixture ${name}`, inputSchema: { type: 'object', properties: {} } },
    scopes: [],
    call: async () => ok({ content, ...more }),
  };
}

const needsSampling: Tool<Call> = {
  ...tool('test_missing_capability', []),
  call: async () => {
    throw new RpcError(-32021, 'This tool needs sampling', {
      data: { requiredCapabilities: { sampling: {} } },
      httpStatus: 400,
    });
  },
};

const schemaTool: Tool<Call> = {
  ...tool('json_schema_2020_12_tool', [text('ok')]),
  definition: {
    name: 'json_schema_2020_12_tool',
    description: 'Fixture of JSON Schema 2020-12',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  },
};

const fixtureTools: Tool<Call>[] = [
  tool('test_simple_text', [text('This is a simple text response for testing.')]),
  tool('test_image_content', [image]),
  tool('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]),
  tool('test_embedded_resource', [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]),
  tool('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  tool('test_error_handling', [text('This tool intentionally returns an error for testing')], { isError: true }),
  // Answers arrive at once and complete; these tools never send anything before.
  tool('test_streaming_elicitation', [text('done')]),
  tool('test_logging_tool', [text('done')]),
  tool('test_tool_with_logging', [text('done')]),
  needsSampling,
  schemaTool,
];

function readFixture(uri: string): ResourceContents | undefined {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return id === undefined ? undefined : { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

const said = (content: object) => ({ role: 'user', content });

const prompt = (
  name: string,
  args: readonly string[],
  messages: (given: Readonly<Record<string, unknown>>) => object[],
): Prompt<Call> => ({
  definition: {
    name,
    description: `Fixture ${name}`,
    arguments: args.map(argument => ({ name: argument, description: argument, required: true })),
  },
  scopes: [],
  get: async given => ok({ messages: messages(given) }),
});

const fixturePrompts: Prompt<Call>[] = [
  prompt('test_simple_prompt', [], () => [said(text('This is a simple prompt for testing.'))]),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
    said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ]),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri }) => [
    said(embedded(String(resourceUri), 'text/plain', 'Embedded resource content for testing.')),
    said(text('Please process the embedded resource above.')),
  ]),
  prompt('test_prompt_with_image', [], () => [said(image), said(text('Please analyze the image above.'))]),
];

export function withFixtures(registry: Registry<Call>): Registry<Call> {
  return {
    tools: [...registry.tools, ...fixtureTools],
    prompts: [...registry.prompts, ...fixturePrompts],
    resources: {
      ...registry.resources,
      templates: [
        ...registry.resources.templates,
        { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Fixture' },
      ],
      async read(uri, asking) {
        const found = readFixture(uri);
        return found === undefined ? registry.resources.read(uri, asking) : ok([found]);
      },
    },
  };
}
