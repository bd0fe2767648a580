import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });

const pet = (mapping?: JsonObject): JsonObject => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' } },
  discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
});
const subtypeOf = (base: string, own: JsonObject): JsonObject => ({
  allOf: [schemaRef(base), { type: 'object', properties: own }],
});

const api = (answer: JsonValue, schemas: JsonObject, sent?: JsonValue): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: { responses: { 200: { description: 'ok', ...json(answer) } } },
      ...(sent !== undefined && {
        post: { requestBody: json(sent), responses: { 204: { description: 'done' } } },
      }),
    },
  },
  components: { schemas },
});

const told = (before: JsonObject, after: JsonObject): string[] =>
  compareOpenApi(before, after).items.map(
    ({ severity, rule, affectedOperations }) =>
      `${severity} ${rule} (${affectedOperations.map(({ method }) => method).join(', ')})`,
  );

const whole = (answer: JsonValue, claws: string, mapping?: JsonObject, sent?: JsonValue): JsonObject =>
  api(
    answer,
    {
      Pet: pet(mapping),
      Owner: { type: 'object', properties: { pets: { type: 'array', items: schemaRef('Pet') } } },
      Cat: subtypeOf('Pet', { claws: { type: claws } }),
      Dog: subtypeOf('Pet', { bark: { type: 'string' } }),
    },
    sent,
  );

const MAPPING = { cat: '#/components/schemas/Cat', dog: 'Dog' };

describe('the subtypes of an object with a discriminator are compared with it', () => {
  it.each([
    ['as a whole', schemaRef('Pet')],
    ['inside a list', { type: 'array', items: schemaRef('Pet') }],
    ['inside another component', schemaRef('Owner')],
    ['with words beside it', { allOf: [schemaRef('Pet')], description: 'A pet.' }],
  ])('%s', (_, answer) => {
    const expected = ['BREAKING response-property-type-changed (GET)'];
    expect(told(whole(answer, 'string'), whole(answer, 'integer'))).toEqual(expected);
    expect(told(whole(answer, 'string', MAPPING), whole(answer, 'integer', MAPPING))).toEqual(expected);
  });

  it('in requests and answers alike', () => {
    const [before, after] = ['string', 'integer'].map(type => whole(schemaRef('Pet'), type, MAPPING, schemaRef('Pet')));
    expect(told(before as JsonObject, after as JsonObject).sort()).toEqual([
      'BREAKING request-property-type-changed (POST)',
      'BREAKING response-property-type-changed (GET)',
    ]);
  });

  it('also where the schema is written at the place', () => {
    const of = (type: string): JsonObject =>
      api(pet({ cat: 'Cat' }), { Cat: { type: 'object', properties: { claws: { type } } } });
    expect(told(of('string'), of('integer'))).toEqual(['BREAKING response-property-type-changed (GET)']);
  });

  it('and so are the subtypes of subtypes, by their own names', () => {
    const of = (type: string): JsonObject =>
      api(schemaRef('Pet'), {
        Pet: pet(),
        Cat: { ...subtypeOf('Pet', {}), discriminator: { propertyName: 'kind' } },
        Tiger: subtypeOf('Cat', { stripes: { type } }),
      });
    expect(told(of('string'), of('integer'))).toEqual(['BREAKING response-property-type-changed (GET)']);
  });

  it('also through a schema without a discriminator', () => {
    const of = (type: string, more: JsonObject = {}): JsonObject =>
      api(
        { type: 'string' },
        {
          Pet: pet(),
          Cat: subtypeOf('Pet', {}),
          BigCat: subtypeOf('Cat', {}),
          Tiger: subtypeOf('BigCat', { stripes: { type } }),
          ...more,
        },
        schemaRef('Pet'),
      );
    expect(told(of('string'), of('integer'))).toEqual(['BREAKING request-property-type-changed (POST)']);
    expect(told(of('string', { Lion: subtypeOf('BigCat', {}) }), of('string'))).toEqual([
      'BREAKING request-property-discriminator-mapping-deleted (POST)',
    ]);
    const around = { Pet: { ...pet(), allOf: [schemaRef('BigCat')] } };
    expect(told(of('string', around), of('integer', around))).toEqual([
      'BREAKING request-property-type-changed (POST)',
    ]);
  });

  it('a subtype under another name is the one that its value in the mapping stood for', () => {
    const of = (name: string, type: string): JsonObject =>
      api(schemaRef('Pet'), { Pet: pet({ cat: name }), [name]: { type: 'object', properties: { claws: { type } } } });
    expect(told(of('Cat', 'string'), of('Feline', 'integer'))).toContain(
      'BREAKING response-property-type-changed (GET)',
    );
  });

  it('but not with another subtype', () => {
    expect(told(whole(schemaRef('Dog'), 'string', MAPPING), whole(schemaRef('Dog'), 'integer', MAPPING))).toEqual([]);
    expect(told(whole(schemaRef('Dog'), 'string'), whole(schemaRef('Dog'), 'integer'))).toEqual([]);
  });

  it('once, where alternatives name it too', () => {
    const of = (type: string): JsonObject =>
      api(
        { oneOf: [schemaRef('Cat'), schemaRef('Dog')], discriminator: { propertyName: 'kind', mapping: MAPPING } },
        { Cat: { type: 'object', properties: { claws: { type } } }, Dog: { type: 'object' } },
      );
    expect(told(of('string'), of('integer'))).toEqual(['BREAKING response-property-type-changed (GET)']);
  });

  it('and a hierarchy that leads back to itself ends', () => {
    const of = (type: string): JsonObject =>
      api(schemaRef('A'), {
        A: { ...subtypeOf('B', { a: { type } }), discriminator: { propertyName: 'kind' } },
        B: { ...subtypeOf('A', {}), discriminator: { propertyName: 'kind' } },
      });
    expect(told(of('string'), of('integer'))).toEqual(['BREAKING response-property-type-changed (GET)']);
  });
});

describe('a subtype that only its allOf names', () => {
  const of = (names: string[], base: JsonObject = pet()): JsonObject =>
    api(
      schemaRef('Pet'),
      { Pet: base, ...Object.fromEntries(names.map(name => [name, subtypeOf('Pet', { [`own${name.length}`]: {} })])) },
      schemaRef('Pet'),
    );
  const both = ['Cat', 'Goose'];

  it('is lost to senders if it goes', () => {
    expect(told(of(both), of(['Cat']))).toEqual([
      'BREAKING request-property-discriminator-mapping-deleted (POST)',
      'INFO response-property-discriminator-mapping-deleted (GET)',
    ]);
    expect(compareOpenApi(of(both), of(['Cat'])).items[0]?.message).toBe(
      'Request schema `Pet`: subtype "Goose" removed',
    );
  });

  it('is lost too if it no longer extends the base', () => {
    const after = of(both);
    const { schemas } = after.components as { schemas: JsonObject };
    schemas.Goose = { type: 'object' };
    expect(told(of(both), after)[0]).toBe('BREAKING request-property-discriminator-mapping-deleted (POST)');
  });

  it('is information if it comes', () => {
    expect(told(of(['Cat']), of(both))).toEqual([
      'INFO response-property-discriminator-mapping-added (GET)',
      'INFO request-property-discriminator-mapping-added (POST)',
    ]);
  });

  it('has another value under another name', () => {
    expect(told(of(['Cat', 'Goose']), of(['Cat', 'Sheep']))).toEqual([
      'WARNING response-property-discriminator-mapping-changed (GET)',
      'WARNING request-property-discriminator-mapping-changed (POST)',
    ]);
  });

  it('may have had no value beside a mapping', () => {
    const mapped = pet({ cat: 'Cat' });
    expect(told(of(both, mapped), of(['Cat'], mapped))[0]).toMatch(/^WARNING .*-mapping-deleted/);
  });

  it('is told once where the mapping or the alternatives name it too', () => {
    const mapped = (...names: string[]): JsonObject =>
      of(names, pet(Object.fromEntries(names.map(name => [name.toLowerCase(), name]))));
    expect(told(mapped(...both), mapped('Cat'))).toEqual([
      'BREAKING request-body-discriminator-mapping-deleted (POST)',
      'WARNING response-body-discriminator-mapping-deleted (GET)',
    ]);
    const listed = (...names: string[]): JsonObject => of(names, { ...pet(), oneOf: names.map(schemaRef) });
    expect(told(listed(...both), listed('Cat')).filter(row => row.includes('mapping'))).toEqual([]);
  });

  it('concerns nobody who uses another subtype', () => {
    const atCats = (document: JsonObject): JsonObject => ({
      ...document,
      paths: { '/cats': { post: { requestBody: json(schemaRef('Cat')), responses: {} } } },
    });
    expect(told(atCats(of(both)), atCats(of(['Cat'])))).toEqual([]);
  });
});

it('an alternative with a new component for the same value of the discriminator does not break by its name', () => {
  const cat = (more: JsonObject): JsonObject => ({ type: 'object', required: ['kind', 'purr'], ...more });
  const dog: JsonObject = { type: 'object', required: ['kind', 'bark'] };
  const either = (name: string, mapping: JsonObject): JsonObject => ({
    oneOf: [schemaRef(name), schemaRef('Dog')],
    discriminator: { propertyName: 'kind', mapping },
  });
  const before = api(true, { Cat: cat({}), Dog: dog }, either('Cat', { cat: 'Cat' }));
  const after = api(true, { Cat2: cat({ description: 'Purrs.' }), Dog: dog }, either('Cat2', { cat: 'Cat2' }));
  expect(told(before, after)).toEqual([
    'WARNING request-body-discriminator-mapping-changed (POST)',
    'INFO schema-annotation-added (POST)',
  ]);
});

describe('several alternatives with new components for the same values of the discriminator', () => {
  const own = (name: string, of: string, more: JsonObject = {}): JsonObject => ({
    ...{ title: name, type: 'object', required: ['kind', of] },
    properties: {
      kind: { type: 'string' },
      [of]: { type: 'string' },
      children: { type: 'array', items: schemaRef(name) },
    },
    ...more,
  });
  const either = (cat: [string, JsonObject], dog: [string, JsonObject], more: JsonObject = {}): JsonObject =>
    api(
      true,
      { ...more, ...Object.fromEntries([cat, dog]) },
      {
        oneOf: [schemaRef(cat[0]), schemaRef(dog[0])],
        discriminator: { propertyName: 'kind', mapping: { cat: cat[0], dog: dog[0] } },
      },
    );
  const before = either(['Cat', own('Cat', 'purr')], ['Dog', own('Dog', 'bark')]);
  const row = 'request-body-discriminator-mapping-changed (POST)';
  const breaking = (after: JsonObject): string[] => told(before, after).filter(item => item.startsWith('BREAKING'));

  it('do not break if the components differ only by their names', () => {
    const after = either(['CatDto', own('CatDto', 'purr')], ['DogDto', own('DogDto', 'bark')]);
    const titled = 'INFO schema-annotation-changed (POST)';
    expect(told(before, after)).toEqual([titled, titled]);
  });

  it.each<[string, JsonObject]>([
    ['the values were exchanged', either(['DogDto', own('DogDto', 'bark')], ['CatDto', own('CatDto', 'purr')])],
    ['the components contain others', either(['CatDto', own('DogDto', 'purr')], ['DogDto', own('CatDto', 'bark')])],
    [
      'the components refuse more',
      either(
        ['CatDto', own('CatDto', 'purr', { maxProperties: 3 })],
        ['DogDto', own('DogDto', 'bark', { minProperties: 3 })],
      ),
    ],
  ])('break if %s', (_, after) => {
    expect(breaking(after)).toEqual(expect.arrayContaining([`BREAKING ${row}`]));
  });
});

it('a mapped subtype that differs only by its names is compared by what it refers to', () => {
  const of = (name: string, type: string): JsonObject =>
    api(schemaRef('Pet'), {
      Pet: pet({ cat: name }),
      Claws: { type },
      [name]: { title: name, allOf: [schemaRef('Pet'), { properties: { claws: schemaRef('Claws') } }] },
    });
  expect(told(of('Cat', 'string'), of('CatDto', 'integer'))).toContain('BREAKING response-property-type-changed (GET)');
  expect(told(of('Cat', 'string'), of('CatDto', 'string'))).toEqual(['INFO schema-annotation-changed (GET)']);
});

it('a component for two values of a discriminator is compared with what each of them leads to now', () => {
  const cat = (title: string, type: string): JsonObject => ({ title, type: 'object', properties: { purr: { type } } });
  const before = api(schemaRef('Pet'), { Pet: pet({ cat: 'Cat', kitty: 'Cat' }), Cat: cat('Cat', 'string') });
  const after = api(schemaRef('Pet'), {
    Pet: pet({ cat: 'CatV1', kitty: 'Cat' }),
    Cat: cat('Cat', 'integer'),
    CatV1: cat('CatV1', 'string'),
  });
  expect(told(before, after)).toContain('BREAKING response-property-type-changed (GET)');
});
