import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

/**
 * The effect of an edit from left to right on the accepted values: `narrows`, `widens`, `changes` (both), `may` (cannot
 * be proven either way), `says` (only texts).
 */
export type EditEffect = 'narrows' | 'widens' | 'changes' | 'may' | 'says';
export type SchemaEdit = [what: string, before: JsonValue, after: JsonValue, effect: EditEffect];

const text = (rest: JsonObject = {}): JsonObject => ({ type: 'string', ...rest });
const number = (rest: JsonObject = {}): JsonObject => ({ type: 'number', ...rest });
const integer = (rest: JsonObject = {}): JsonObject => ({ type: 'integer', ...rest });
const list = (rest: JsonObject = {}): JsonObject => ({ type: 'array', items: text(), ...rest });
const object = (properties: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...rest,
});
const condition = (test: JsonObject, keyword: 'then' | 'else', consequence: JsonObject): JsonObject =>
  Object.fromEntries([
    ['if', test],
    [keyword, consequence],
  ]);
const cat = object({ meow: { type: 'boolean' } });
const dog = object({ bark: { type: 'boolean' } });
const cow = object({ moo: { type: 'boolean' } });

/** Edits in both dialects. */
export const commonEdits: SchemaEdit[] = [
  ['type changes', text(), { type: 'boolean' }, 'changes'],
  ['type becomes an integer', number(), integer(), 'narrows'],
  ['type appears', {}, text(), 'narrows'],
  ['object becomes an array', object(), list(), 'changes'],
  ['enum appears', text(), text({ enum: ['a'] }), 'narrows'],
  ['enum loses a value', text({ enum: ['a', 'b'] }), text({ enum: ['a'] }), 'narrows'],
  ['enum swaps a value', text({ enum: ['a', 'b'] }), text({ enum: ['a', 'c'] }), 'changes'],
  ['enum of numbers loses a value', integer({ enum: [1, 2] }), integer({ enum: [1] }), 'narrows'],
  ['format appears', text(), text({ format: 'date' }), 'narrows'],
  ['format changes', text({ format: 'date' }), text({ format: 'uuid' }), 'changes'],
  ['format narrows', integer({ format: 'int64' }), integer({ format: 'int32' }), 'narrows'],
  ['pattern appears', text(), text({ pattern: '^a$' }), 'narrows'],
  ['pattern changes', text({ pattern: '^a$' }), text({ pattern: '^b$' }), 'may'],
  ['minLength appears', text(), text({ minLength: 2 }), 'narrows'],
  ['minLength rises', text({ minLength: 2 }), text({ minLength: 3 }), 'narrows'],
  ['maxLength appears', text(), text({ maxLength: 2 }), 'narrows'],
  ['maxLength falls', text({ maxLength: 3 }), text({ maxLength: 2 }), 'narrows'],
  ['minimum appears', number(), number({ minimum: 2 }), 'narrows'],
  ['minimum rises', number({ minimum: 2 }), number({ minimum: 2.5 }), 'narrows'],
  ['maximum appears', number(), number({ maximum: 2 }), 'narrows'],
  ['maximum falls', number({ maximum: 2 }), number({ maximum: 1 }), 'narrows'],
  ['multipleOf appears', number(), number({ multipleOf: 2 }), 'narrows'],
  ['multipleOf narrows', number({ multipleOf: 2 }), number({ multipleOf: 4 }), 'narrows'],
  ['multipleOf changes', number({ multipleOf: 2 }), number({ multipleOf: 3 }), 'changes'],
  ['multipleOf narrows to a decimal', number({ multipleOf: 0.01 }), number({ multipleOf: 0.1 }), 'narrows'],
  ['minItems appears', list(), list({ minItems: 2 }), 'narrows'],
  ['minItems rises', list({ minItems: 2 }), list({ minItems: 3 }), 'narrows'],
  ['maxItems appears', list(), list({ maxItems: 2 }), 'narrows'],
  ['maxItems falls', list({ maxItems: 3 }), list({ maxItems: 2 }), 'narrows'],
  ['uniqueItems', list(), list({ uniqueItems: true }), 'narrows'],
  ['minProperties appears', object(), object({}, { minProperties: 2 }), 'narrows'],
  ['minProperties rises', object({}, { minProperties: 2 }), object({}, { minProperties: 3 }), 'narrows'],
  ['maxProperties appears', object(), object({}, { maxProperties: 2 }), 'narrows'],
  ['maxProperties falls', object({}, { maxProperties: 3 }), object({}, { maxProperties: 2 }), 'narrows'],
  ['items get a type', { type: 'array', items: {} }, list(), 'narrows'],
  ['items change their type', list(), list({ items: { type: 'boolean' } }), 'changes'],
  ['items get a bound', list(), list({ items: text({ maxLength: 3 }) }), 'narrows'],
  ['additionalProperties are forbidden', object(), object({}, { additionalProperties: false }), 'narrows'],
  ['additionalProperties get a schema', object(), object({}, { additionalProperties: text() }), 'narrows'],
  [
    'schema of additionalProperties is narrowed',
    object({}, { additionalProperties: text() }),
    object({}, { additionalProperties: text({ maxLength: 2 }) }),
    'narrows',
  ],
  [
    'additionalProperties with a schema are forbidden',
    object({}, { additionalProperties: text() }),
    object({}, { additionalProperties: false }),
    'narrows',
  ],
  ['property becomes required', object({ a: text() }), object({ a: text() }, { required: ['a'] }), 'narrows'],
  ['undescribed property becomes required', object(), object({}, { required: ['a'] }), 'narrows'],
  ['type of a property', object({ a: text() }), object({ a: { type: 'boolean' } }), 'changes'],
  ['type of a deep property', object({ a: object({ b: text() }) }), object({ a: object({ b: number() }) }), 'changes'],
  ['branch of oneOf goes', { oneOf: [cat, dog, cow] }, { oneOf: [cat, dog] }, 'narrows'],
  ['branch of anyOf goes', { anyOf: [cat, dog, cow] }, { anyOf: [cat, dog] }, 'narrows'],
  ['branch of oneOf changes inside', { oneOf: [cat, dog] }, { oneOf: [cat, object({ bark: text() })] }, 'changes'],
  [
    'branch of anyOf narrows inside',
    { anyOf: [text(), list()] },
    { anyOf: [text({ maxLength: 3 }), list()] },
    'narrows',
  ],
  ['branch of allOf comes', { allOf: [cat] }, { allOf: [cat, { maxProperties: 3 }] }, 'narrows'],
  [
    'branch of allOf narrows',
    { allOf: [cat, { maxProperties: 3 }] },
    { allOf: [cat, { maxProperties: 2 }] },
    'narrows',
  ],
  ['wrapped in oneOf', cat, { oneOf: [cat, dog] }, 'changes'],
  ['anyOf becomes oneOf', { anyOf: [cat, dog] }, { oneOf: [cat, dog] }, 'narrows'],
  [
    'second of two alternatives loses a branch',
    { allOf: [{ oneOf: [cat, dog] }, { oneOf: [cow, object({ b: text() }), object({ c: text() })] }] },
    { allOf: [{ oneOf: [cat, dog] }, { oneOf: [cow, object({ b: text() })] }] },
    'narrows',
  ],
  [
    'second multipleOf narrows',
    { type: 'number', allOf: [{ multipleOf: 2 }, { multipleOf: 3 }] },
    { type: 'number', allOf: [{ multipleOf: 2 }, { multipleOf: 9 }] },
    'narrows',
  ],
  [
    'second format appears',
    { type: 'string', allOf: [{ format: 'uri' }, {}] },
    { type: 'string', allOf: [{ format: 'uri' }, { format: 'idn-email' }] },
    'narrows',
  ],
  [
    'second not appears',
    { type: 'string', allOf: [{ not: { enum: ['a'] } }, {}] },
    { type: 'string', allOf: [{ not: { enum: ['a'] } }, { not: { enum: ['b'] } }] },
    'narrows',
  ],
  [
    'one of two additionalProperties narrows',
    { allOf: [{ additionalProperties: text() }, { additionalProperties: text({ minLength: 1 }) }] },
    { allOf: [{ additionalProperties: text() }, { additionalProperties: text({ minLength: 2 }) }] },
    'narrows',
  ],
  ['not appears', object(), object({}, { not: cat }), 'narrows'],
  ['not widens', text({ not: text({ maxLength: 2 }) }), text({ not: text({ maxLength: 3 }) }), 'narrows'],
  ['not loses an enum value', text({ not: { enum: ['a', 'b'] } }), text({ not: { enum: ['a'] } }), 'widens'],
  ['default appears', object({ a: text() }), object({ a: text({ default: 'x' }) }), 'may'],
  ['default changes', object({ a: text({ default: 'x' }) }), object({ a: text({ default: 'y' }) }), 'may'],
  ['deprecated', object({ a: text() }), object({ a: text({ deprecated: true }) }), 'says'],
  ['title', text({ title: 'a' }), text({ title: 'b' }), 'says'],
  ['description', text({ description: 'a' }), text({ description: 'b' }), 'says'],
  ['description appears', text(), text({ description: 'b' }), 'says'],
  ['example', text({ example: 'a' }), text({ example: 'b' }), 'says'],
  ['externalDocs', text({ externalDocs: { url: 'https://a' } }), text({ externalDocs: { url: 'https://b' } }), 'says'],
  ['extension', text({ 'x-a': 1 }), text({ 'x-a': 2 }), 'says'],
  [
    'discriminator property',
    { oneOf: [cat, dog], discriminator: { propertyName: 'a' } },
    { oneOf: [cat, dog], discriminator: { propertyName: 'b' } },
    'may',
  ],
  ['discriminator appears', { oneOf: [cat, dog] }, { oneOf: [cat, dog], discriminator: { propertyName: 'b' } }, 'may'],
];

const nullable = (rest: JsonObject): JsonObject => ({ nullable: true, ...rest });

/** Edits only in 3.0. */
export const edits30: SchemaEdit[] = [
  ['null is refused', nullable(text()), text(), 'narrows'],
  ['null of an object is refused', nullable(object()), object(), 'narrows'],
  ['null of alternatives is refused', nullable({ anyOf: [cat, dog] }), { anyOf: [cat, dog] }, 'narrows'],
  ['minimum becomes exclusive', number({ minimum: 1 }), number({ minimum: 1, exclusiveMinimum: true }), 'narrows'],
  ['maximum becomes exclusive', number({ maximum: 1 }), number({ maximum: 1, exclusiveMaximum: true }), 'narrows'],
  [
    'exclusive minimum rises',
    number({ minimum: 1, exclusiveMinimum: true }),
    number({ minimum: 2, exclusiveMinimum: true }),
    'narrows',
  ],
  ['exclusive maximum appears', number(), number({ maximum: 2, exclusiveMaximum: true }), 'narrows'],
  [
    'higher minimum that is exclusive',
    number({ minimum: 1 }),
    number({ minimum: 2, exclusiveMinimum: true }),
    'narrows',
  ],
];

/** Edits only in 3.1. */
export const edits31: SchemaEdit[] = [
  ['null is refused', { type: ['string', 'null'] }, text(), 'narrows'],
  ['null among the enum values is refused', { enum: ['a', null] }, { enum: ['a'] }, 'narrows'],
  [
    'null among the enum values of a nullable type is refused',
    { type: ['string', 'null'], enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a'] },
    'narrows',
  ],
  ['null branch goes', { oneOf: [cat, { type: 'null' }] }, cat, 'narrows'],
  ['null branch of several goes', { anyOf: [cat, dog, { type: 'null' }] }, { anyOf: [cat, dog] }, 'narrows'],
  ['type goes from a list', { type: ['string', 'integer'] }, text(), 'narrows'],
  ['types of a list change', { type: ['string', 'integer'] }, { type: ['string', 'boolean'] }, 'changes'],
  ['const appears', text(), text({ const: 'a' }), 'narrows'],
  ['const changes', text({ const: 'a' }), text({ const: 'b' }), 'changes'],
  ['const instead of an enum', text({ enum: ['a', 'b'] }), text({ const: 'a' }), 'narrows'],
  ['exclusiveMinimum appears', number(), number({ exclusiveMinimum: 1 }), 'narrows'],
  ['exclusiveMaximum falls', number({ exclusiveMaximum: 2 }), number({ exclusiveMaximum: 1 }), 'narrows'],
  ['minimum becomes exclusive', number({ minimum: 1 }), number({ exclusiveMinimum: 1 }), 'narrows'],
  ['lower exclusive minimum', number({ minimum: 5 }), number({ exclusiveMinimum: 1 }), 'widens'],
  [
    'exclusive minimum beside a weaker minimum',
    number({ minimum: 0, exclusiveMinimum: 2 }),
    number({ minimum: 0, exclusiveMinimum: 3 }),
    'narrows',
  ],
  ['patternProperties appear', object(), object({}, { patternProperties: { '^a': text() } }), 'narrows'],
  [
    'patternProperties of a closed object appear',
    object({}, { additionalProperties: false }),
    object({}, { additionalProperties: false, patternProperties: { '^a': text() } }),
    'widens',
  ],
  [
    'patternProperties narrow',
    object({}, { patternProperties: { '^a': text() } }),
    object({}, { patternProperties: { '^a': text({ maxLength: 2 }) } }),
    'narrows',
  ],
  ['propertyNames appear', object(), object({}, { propertyNames: { pattern: '^a' } }), 'narrows'],
  [
    'propertyNames narrow',
    object({}, { propertyNames: { maxLength: 3 } }),
    object({}, { propertyNames: { maxLength: 2 } }),
    'narrows',
  ],
  ['prefixItems appear', { type: 'array' }, { type: 'array', prefixItems: [text()] }, 'narrows'],
  [
    'prefixItems of a closed tuple grow',
    { type: 'array', prefixItems: [text()], items: false },
    { type: 'array', prefixItems: [text(), text()], items: false },
    'widens',
  ],
  [
    'prefixItems narrow',
    { type: 'array', prefixItems: [text()] },
    { type: 'array', prefixItems: [text({ maxLength: 2 })] },
    'narrows',
  ],
  ['contains appears', list(), list({ contains: text({ maxLength: 2 }) }), 'narrows'],
  ['contains changes', list({ contains: text({ maxLength: 3 }) }), list({ contains: text({ maxLength: 2 }) }), 'may'],
  ['minContains rises', list({ contains: text() }), list({ contains: text(), minContains: 2 }), 'narrows'],
  [
    'minContains falls to nothing',
    list({ contains: text({ maxLength: 2 }) }),
    list({ contains: text({ maxLength: 2 }), minContains: 0 }),
    'widens',
  ],
  ['maxContains appears', list({ contains: text() }), list({ contains: text(), maxContains: 2 }), 'narrows'],
  [
    'maxContains falls',
    list({ contains: text(), maxContains: 3 }),
    list({ contains: text(), maxContains: 2 }),
    'narrows',
  ],
  ['condition appears', object(), object({}, condition({ required: ['a'] }, 'then', { required: ['b'] })), 'narrows'],
  [
    'condition changes',
    object({}, condition({ required: ['a'] }, 'then', { required: ['b'] })),
    object({}, condition({ required: ['c'] }, 'then', { required: ['b'] })),
    'may',
  ],
  [
    'then narrows',
    object({}, condition({ required: ['a'] }, 'then', { required: ['b'] })),
    object({}, condition({ required: ['a'] }, 'then', { required: ['b', 'c'] })),
    'narrows',
  ],
  [
    'else narrows',
    object({}, condition({ required: ['a'] }, 'else', { maxProperties: 3 })),
    object({}, condition({ required: ['a'] }, 'else', { maxProperties: 2 })),
    'narrows',
  ],
  [
    'further condition appears',
    { allOf: [condition({ required: ['a'] }, 'then', { required: ['b'] }), {}] },
    {
      allOf: [
        condition({ required: ['a'] }, 'then', { required: ['b'] }),
        condition({ required: ['c'] }, 'then', { required: ['d'] }),
      ],
    },
    'narrows',
  ],
  [
    'further condition narrows',
    {
      allOf: [
        condition({ required: ['a'] }, 'then', { required: ['b'] }),
        condition({ required: ['c'] }, 'then', { required: ['d'] }),
      ],
    },
    {
      allOf: [
        condition({ required: ['a'] }, 'then', { required: ['b'] }),
        condition({ required: ['c'] }, 'then', { required: ['d', 'e'] }),
      ],
    },
    'narrows',
  ],
  ['dependentRequired appears', object(), object({}, { dependentRequired: { a: ['b'] } }), 'narrows'],
  [
    'dependentRequired grows',
    object({}, { dependentRequired: { a: ['b'] } }),
    object({}, { dependentRequired: { a: ['b', 'c'] } }),
    'narrows',
  ],
  ['dependentSchemas appear', object(), object({}, { dependentSchemas: { a: { required: ['b'] } } }), 'narrows'],
  [
    'dependentSchemas narrow',
    object({}, { dependentSchemas: { a: { required: ['b'] } } }),
    object({}, { dependentSchemas: { a: { required: ['b', 'c'] } } }),
    'narrows',
  ],
  ['unevaluatedProperties are forbidden', object(), object({}, { unevaluatedProperties: false }), 'narrows'],
  [
    'unevaluatedProperties narrow',
    object({}, { unevaluatedProperties: text() }),
    object({}, { unevaluatedProperties: text({ maxLength: 2 }) }),
    'narrows',
  ],
  ['unevaluatedItems are forbidden', { type: 'array' }, { type: 'array', unevaluatedItems: false }, 'narrows'],
  ['contentEncoding appears', text(), text({ contentEncoding: 'base64' }), 'changes'],
  ['contentMediaType changes', text({ contentMediaType: 'a/b' }), text({ contentMediaType: 'a/c' }), 'changes'],
  [
    'contentSchema narrows',
    text({ contentMediaType: 'application/json', contentSchema: text() }),
    text({ contentMediaType: 'application/json', contentSchema: text({ maxLength: 2 }) }),
    'narrows',
  ],
  ['examples', text({ examples: ['a'] }), text({ examples: ['b'] }), 'says'],
  ['nothing matches any more', object({ a: true }), object({ a: false }), 'narrows'],
  ['nothing matches instead of a type', object({ a: text() }), object({ a: false }), 'narrows'],
  ['only null is left', {}, { const: null }, 'narrows'],
  ['null instead of another constant', { const: 4 }, { const: null }, 'changes'],
  ['items with a schema are forbidden', list(), list({ items: false }), 'narrows'],
  [
    'unevaluatedProperties with a schema are forbidden',
    object({}, { unevaluatedProperties: text() }),
    object({}, { unevaluatedProperties: false }),
    'narrows',
  ],
  ['items are forbidden', { type: 'array' }, { type: 'array', items: false }, 'narrows'],
  ['keyword beside a reference', { allOf: [cat], minProperties: 1 }, { allOf: [cat], minProperties: 2 }, 'narrows'],
  ['dynamic reference', { $dynamicRef: '#a' }, { $dynamicRef: '#b' }, 'may'],
  ['keyword that nobody knows', text({ unknownWord: 1 }), text({ unknownWord: 2 }), 'says'],
];
