import fc from 'fast-check';

/** The keywords of JSON Schema that the served document uses for requests. */
export type RequestSchema = {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: RequestSchema;
  minItems?: number;
  properties?: Record<string, RequestSchema>;
  required?: string[];
  minProperties?: number;
};

/** Values that the schema allows. `known` provides existing values for a name, such as ids. */
export function valid(schema: RequestSchema, name = '', known: Known = () => []): fc.Arbitrary<unknown> {
  const existing = known(name);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (existing.length > 0) return fc.constantFrom(...existing);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, known);
  if (type === 'array')
    return fc.array(valid(schema.items ?? {}, name, known), { minLength: schema.minItems ?? 0, maxLength: 3 });
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
  if (type === 'number') return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  return type === 'string' ? textOf(schema) : fc.jsonValue();
}

export type Known = (name: string) => readonly unknown[];

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: RequestSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 7 });
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2027-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
      .map(date => date.toISOString());
  if (pattern?.startsWith('^')) return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 60) });
  const text = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  // A pattern without an anchor requires a visible character.
  return text.map(made => (pattern === undefined ? made : `x${made}`).slice(0, maxLength));
}

function objectOf({ properties = {}, required = [], minProperties = 0 }: RequestSchema, known: Known) {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valid(property, name, known)]),
  );
  const made = fc.record(model, { requiredKeys: required });
  return made.filter(object => Object.keys(object).length >= minProperties);
}

/** Objects that the schema forbids: valid ones with one error. */
export function invalid(schema: RequestSchema, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [] } = schema;
  const wrongs: fc.Arbitrary<(object: Record<string, unknown>) => Record<string, unknown>>[] = [
    fc.constant(object => ({ ...object, no_such_key: 1 })),
    ...required.map(name => fc.constant((object: object) => ({ ...object, [name]: undefined }))),
    ...Object.keys(properties).map(name => fc.constant((object: object) => ({ ...object, [name]: [{ wrong: 1 }] }))),
    ...Object.entries(properties)
      .filter(([, property]) => !allowsBlank(property))
      .map(([name]) => fc.constant((object: object) => ({ ...object, [name]: '' }))),
  ];
  return fc
    .tuple(valid(schema, '', known), fc.oneof(...wrongs))
    .map(([object, spoil]) => spoil(object as Record<string, unknown>));
}

const allowsBlank = ({ type, format, pattern = '', minLength = 0, enum: values }: RequestSchema): boolean =>
  [type].flat().includes('string') &&
  format === undefined &&
  values === undefined &&
  minLength === 0 &&
  RegExp(pattern).test('');
