/** The grammar of OpenAPI: which objects contain which others, and where. Everything not listed here is data. */

export type Kind =
  | 'OpenApi'
  | 'Info'
  | 'Server'
  | 'Tag'
  | 'ExternalDocs'
  | 'SecurityRequirement'
  | 'Components'
  | 'Paths'
  | 'PathItem'
  | 'Operation'
  | 'Parameter'
  | 'RequestBody'
  | 'MediaType'
  | 'Encoding'
  | 'Responses'
  | 'Response'
  | 'Header'
  | 'Example'
  | 'Link'
  | 'Callback'
  | 'SecurityScheme'
  | 'Schema';

export type Child = { kind: Kind; shape: 'one' | 'list' | 'map' };

const one = (kind: Kind): Child => ({ kind, shape: 'one' });
const list = (kind: Kind): Child => ({ kind, shape: 'list' });
const map = (kind: Kind): Child => ({ kind, shape: 'map' });

/** `query` since 3.2. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

const encodings = { encoding: map('Encoding'), prefixEncoding: list('Encoding'), itemEncoding: one('Encoding') };
const valueFields = { schema: one('Schema'), content: map('MediaType'), examples: map('Example') };

/**
 * One table for all versions. Fields of later versions are listed for 3.0 too, so that a remote $ref there is found.
 */
export const FIELDS: Readonly<Record<Kind, Readonly<Record<string, Child>>>> = {
  OpenApi: {
    info: one('Info'),
    servers: list('Server'),
    paths: one('Paths'),
    webhooks: map('PathItem'),
    components: one('Components'),
    security: list('SecurityRequirement'),
    tags: list('Tag'),
    externalDocs: one('ExternalDocs'),
  },
  Components: {
    schemas: map('Schema'),
    responses: map('Response'),
    parameters: map('Parameter'),
    examples: map('Example'),
    requestBodies: map('RequestBody'),
    headers: map('Header'),
    securitySchemes: map('SecurityScheme'),
    links: map('Link'),
    callbacks: map('Callback'),
    pathItems: map('PathItem'),
    mediaTypes: map('MediaType'),
  },
  PathItem: {
    servers: list('Server'),
    parameters: list('Parameter'),
    ...Object.fromEntries(METHODS.map(method => [method, one('Operation')])),
    additionalOperations: map('Operation'),
  },
  Operation: {
    externalDocs: one('ExternalDocs'),
    parameters: list('Parameter'),
    requestBody: one('RequestBody'),
    responses: one('Responses'),
    callbacks: map('Callback'),
    security: list('SecurityRequirement'),
    servers: list('Server'),
  },
  Parameter: valueFields,
  Header: valueFields,
  RequestBody: { content: map('MediaType') },
  MediaType: { schema: one('Schema'), itemSchema: one('Schema'), examples: map('Example'), ...encodings },
  Encoding: { headers: map('Header'), ...encodings },
  Response: { headers: map('Header'), content: map('MediaType'), links: map('Link') },
  Link: { server: one('Server') },
  Tag: { externalDocs: one('ExternalDocs') },
  Schema: {
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map(key => [key, list('Schema')])),
    ...Object.fromEntries(
      ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map(key => [key, map('Schema')]),
    ),
    ...Object.fromEntries(
      [
        'not',
        'items',
        'additionalProperties',
        'contains',
        'propertyNames',
        'if',
        'then',
        'else',
        'unevaluatedItems',
        'unevaluatedProperties',
        'contentSchema',
      ].map(key => [key, one('Schema')]),
    ),
    externalDocs: one('ExternalDocs'),
  },
  Paths: {},
  Responses: {},
  Callback: {},
  Info: {},
  Server: {},
  ExternalDocs: {},
  SecurityRequirement: {},
  Example: {},
  SecurityScheme: {},
};

/** Objects with free keys, all of one kind of child. */
const ENTRIES: Partial<Record<Kind, { child: Child; accepts: (key: string) => boolean }>> = {
  Paths: { child: one('PathItem'), accepts: key => key.startsWith('/') },
  Responses: { child: one('Response'), accepts: key => !key.startsWith('x-') },
  Callback: { child: one('PathItem'), accepts: key => !key.startsWith('x-') && key !== '$ref' },
};

/** The kind and shape of the child at a key; undefined for scalars, extensions and other data. */
export type ChildAt = (key: string) => Child | undefined;

const childrenOf = new Map<Kind, ChildAt>();
for (const [kind, fields] of Object.entries(FIELDS) as [Kind, Record<string, Child>][]) {
  const [entry, known] = [ENTRIES[kind], new Map(Object.entries(fields))];
  childrenOf.set(kind, entry ? key => (entry.accepts(key) ? entry.child : undefined) : key => known.get(key));
}

/** The children of objects of a kind. Look it up once for all keys of an object. */
export const childrenIn = (kind: Kind): ChildAt => childrenOf.get(kind) as ChildAt;

export const childAt = (kind: Kind, key: string): Child | undefined => childrenIn(kind)(key);

/** The kinds that the components of every version may contain → their section. */
export const COMPONENT_SECTIONS: ReadonlyMap<Kind, string> = new Map(
  Object.entries(FIELDS.Components).flatMap(([section, { kind }]) => (kind === 'PathItem' ? [] : [[kind, section]])),
);

const REFERABLE: ReadonlySet<Kind> = new Set<Kind>([
  'Parameter',
  'RequestBody',
  'Response',
  'Header',
  'Example',
  'Link',
  'Callback',
  'SecurityScheme',
  'Schema',
  'PathItem',
  'MediaType',
]);

/** The kinds in which a field named $ref is a reference. Elsewhere it is an ordinary name. */
export const mayRefer = (kind: Kind): boolean => REFERABLE.has(kind);
