export type VendorDocumentOptions = {
  operations: number;
  /** Text of the descriptions of each operation and schema, in words. */
  words?: number;
  /** Changes one response of every tenth operation, so that two releases differ. */
  release?: number;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** An OpenAPI document similar to a vendor's: many operations over shared schemas, much text. Deterministic. */
export function vendorDocument({ operations, words = 20, release = 1 }: VendorDocumentOptions): string {
  const resources = Math.ceil(operations / METHODS.length);
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Record<string, object> = { Problem: problem };
  for (let resource = 0; resource < resources; resource++) {
    schemas[`Resource${resource}`] = resourceSchema(resource, resources, words);
    const methods = METHODS.slice(0, operations - resource * METHODS.length);
    paths[`/tenants/{tenantId}/resource-${resource}`] = Object.fromEntries(
      methods.map((method, index) => [method, operation(method, resource, index, words, release)]),
    );
  }
  const info = { title: 'Vendor API', version: `${release}.0.0`, description: prose(0, words) };
  return JSON.stringify({ openapi: '3.1.0', info, paths, components: { schemas } }, null, 2);
}

const problem = { type: 'object', description: 'What went wrong.', properties: { message: { type: 'string' } } };

function resourceSchema(resource: number, resources: number, words: number): object {
  const properties: Record<string, object> = {
    id: { type: 'string', format: 'uuid' },
    amount: { type: 'integer', maximum: 1_000_000 },
  };
  for (let property = 0; property < 12; property++)
    properties[`property_${property}`] = {
      type: property % 3 === 0 ? 'integer' : 'string',
      description: prose(resource + property, words),
    };
  properties.parent = { $ref: `#/components/schemas/Resource${(resource + 1) % resources}` };
  return { type: 'object', description: prose(resource, words), required: ['id'], properties };
}

function operation(method: string, resource: number, index: number, words: number, release: number): object {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/Resource${resource}` } } };
  const isNew = (resource + index) % 10 === 0 && release > 1;
  return {
    operationId: `${method}Resource${resource}`,
    summary: `${method} resource ${resource}`,
    description: prose(resource * 7 + index, words * 4),
    tags: [`group-${resource % 40}`],
    deprecated: resource % 25 === 24,
    parameters: [
      { name: 'tenantId', in: 'path', required: true, description: 'The tenant.', schema: { type: 'string' } },
    ],
    ...(method === 'get' || method === 'delete' ? {} : { requestBody: { required: true, content } }),
    responses: {
      [isNew ? `20${release % 8}` : '200']: { description: 'Done.', content },
      default: {
        description: 'Refused.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const LEXICON =
  'the tenant owns every resource that it creates and may share it with others unless a policy of its region says otherwise'.split(
    ' ',
  );

const prose = (seed: number, words: number): string =>
  Array.from(
    { length: words },
    (_, index) => LEXICON[(seed * 31 + index * 7 + ((index * seed) % 5)) % LEXICON.length],
  ).join(' ');
