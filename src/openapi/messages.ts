import { isJsonObject, type JsonValue, textOfJson } from '../platform/json.ts';
import type { Kind } from './grammar.ts';
import { escapeToken } from './pointer.ts';
import { resolvePointer } from './references.ts';
import type { Fault } from './validators.ts';

/** `isGuessable`: the meaning is clear despite the error, so that tools can still read the document. */
export type Finding = { message: string; pointer: string; isGuessable: boolean };

type Described = Omit<Finding, 'isGuessable'>;

/**
 * Turns ajv's errors about one object into findings in terms of OpenAPI, usually one for each position. Their pointers begin at
 * the object.
 */
export function explain(kind: Kind, node: JsonValue, faults: readonly Fault[]): Finding[] {
  const findings = new Map<string, Finding>();
  const spots = new Set<string>();
  for (const fault of withoutNoise(faults)) {
    const finding = { ...describe(kind, node, fault), isGuessable: isGuessable(kind, node, fault) };
    const { message, pointer: spot } = finding;
    // Report every missing field, but only the first of all other errors at one position.
    if (fault.keyword !== 'required' && spots.has(spot)) continue;
    spots.add(spot);
    findings.set(`${spot} ${message}`, finding);
  }
  return [...findings.values()];
}

function withoutNoise(faults: readonly Fault[]): Fault[] {
  const alternatives = faults.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const lacksField = faults.some(({ schemaPath }) => DIRECT_REQUIRED.test(schemaPath));
  const isConditionBroken = faults.some(
    ({ keyword, schemaPath }) => keyword !== 'unevaluatedProperties' && !DIRECT.test(schemaPath),
  );
  return faults.filter(({ keyword, schemaPath, params }) => {
    if (keyword === 'if' || keyword === 'propertyNames') return false;
    // The official schema of 3.0 does not permit extensions in every object, though the specification does.
    if (keyword === 'additionalProperties' && params.additionalProperty.startsWith('x-')) return false;
    // ajv reports fields of a failed condition as unknown. The failed condition itself is the better message.
    if (keyword === 'unevaluatedProperties') return !isConditionBroken;
    // A condition on a missing field is true by accident.
    if (lacksField && schemaPath.includes('/then/')) return false;
    return !alternatives.some(({ schemaPath: alternative }) => schemaPath.startsWith(`${alternative}/`));
  });
}

const DIRECT_REQUIRED = /^(?:official)?#\/(?:(?:\$defs|definitions)\/[\w-]+\/)?required$/;
const DIRECT =
  /^(?:official)?#\/(?:(?:\$defs|definitions)\/[\w-]+\/)?(?:required|type|(?:properties|patternProperties)\/.*)$/;

/** Required fields without which an object cannot be compared. */
const ESSENTIAL: Partial<Record<Kind, readonly string[]>> = {
  Parameter: ['name', 'in'],
  SecurityScheme: ['type'],
};
const GUESSABLE = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'minProperties',
  'minItems',
  'const',
  'pattern',
]);

/** Objects whose keys are paths or status codes. A key of another form has no meaning. */
const KEYED = new Set<Kind>(['Paths', 'Responses']);
const ALTERNATIVES = new Set(['oneOf', 'anyOf', 'not']);
const PLACES = new Set<unknown>(['path', 'query', 'header', 'cookie']);

/** A missing, superfluous or empty field does not change the meaning of the others. */
function isGuessable(kind: Kind, node: JsonValue, { keyword, params, instancePath }: Fault): boolean {
  if (keyword === 'required') return !ESSENTIAL[kind]?.includes(String(params.missingProperty));
  if (KEYED.has(kind)) return keyword === 'minProperties';
  if (params.additionalProperty !== undefined || params.unevaluatedProperty !== undefined)
    return ![params.additionalProperty, params.unevaluatedProperty].includes('$ref');
  if (!ALTERNATIVES.has(keyword)) return GUESSABLE.has(keyword);
  return instancePath === '' && isJsonObject(node) && (kind !== 'Parameter' || PLACES.has(node.in));
}

function describe(kind: Kind, node: JsonValue, fault: Fault): Described {
  const { keyword, params, instancePath: at } = fault;
  const value = resolvePointer(node, at)?.value;
  switch (keyword) {
    case 'required':
      return { pointer: at, message: missing(kind, fault) };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return { pointer: `${at}/${escapeToken(name)}`, message: unknownField(kind, name, at) };
    }
    case 'type':
      return { pointer: at, message: `Must be ${listed([params.type].flat())}, not ${typeOf(value)}.` };
    case 'enum':
      return { pointer: at, message: `Must be one of ${params.allowedValues.join(', ')}, not ${shown(value)}.` };
    case 'const':
      return { pointer: at, message: `Must be ${JSON.stringify(params.allowedValue)} here.` };
    case 'minimum':
      return { pointer: at, message: `Must be ${params.limit} or more.` };
    case 'exclusiveMinimum':
      return { pointer: at, message: `Must be more than ${params.limit}.` };
    case 'pattern':
      return named(at, fault, `must match ${params.pattern}`);
    case 'minItems':
      return { pointer: at, message: 'Must contain at least one item.' };
    case 'minProperties':
      return { pointer: at, message: kind === 'Responses' ? NO_RESPONSE : 'Must not be empty.' };
    case 'maxProperties':
      return { pointer: at, message: 'Must contain exactly one entry.' };
    case 'oneOf':
    case 'anyOf':
    case 'not':
      return { pointer: at, message: alternative(kind, value) };
    default:
      return { pointer: at, message: `${(fault.message ?? 'is not valid').replace(/^m/, 'M')}.` };
  }
}

function named(at: string, fault: Fault, rule: string): Described {
  if (fault.propertyName === undefined) return { pointer: at, message: `This string ${rule}.` };
  const name = fault.propertyName;
  return { pointer: `${at}/${escapeToken(name)}`, message: `The name ${JSON.stringify(name.slice(0, 200))} ${rule}.` };
}

export const NO_REFERENCE_HERE = 'A $ref is not allowed here: write the object itself, or bundle the document first.';
const NO_RESPONSE = 'Add a response: a status code such as "200", or "default".';

function missing(kind: Kind, fault: Fault): string {
  const name = fault.params.missingProperty as string;
  if (kind === 'Responses') return NO_RESPONSE;
  return `Add the required field "${name}".`;
}

function unknownField(kind: Kind, name: string, instancePath: string): string {
  if (name === '$ref') return NO_REFERENCE_HERE;
  const quoted = JSON.stringify(name.slice(0, 100));
  if (kind === 'Paths') return `The path ${quoted} must start with "/".`;
  if (kind === 'Responses') return `${quoted} is not a status code: write 100 to 599, 1XX to 5XX or "default".`;
  if (kind === 'Schema' && instancePath === '')
    return `${quoted} is not a keyword of the Schema Object in this OpenAPI version.`;
  return `Unknown field ${quoted}: remove it, correct its name, or start it with "x-".`;
}

/** Explains a failed `oneOf`, `anyOf` or `not` of the official schemas. */
function alternative(kind: Kind, node: JsonValue | undefined): string {
  const has = (key: string): boolean => isJsonObject(node) && Object.hasOwn(node, key);
  if (kind === 'OpenApi') return 'Add "paths", "components" or "webhooks".';
  if (has('example') && has('examples')) return 'Use either "example" or "examples", not both.';
  if (kind === 'Parameter' || kind === 'Header') {
    if (has('schema') && has('content')) return 'Use either "schema" or "content", not both.';
    if (has('schema') || has('content')) return parameterStyle(node);
    return 'Add "schema" or "content" to define the permitted values.';
  }
  if (kind === 'Link') return 'Use either "operationId" or "operationRef".';
  if (kind === 'Example') return 'Use either "value" or "externalValue", not both.';
  if (kind === 'Info') return 'Use either "identifier" or "url" in the license, not both.';
  if (kind === 'SecurityScheme') return '"bearerFormat" is allowed only with the scheme "bearer".';
  if (kind === 'Schema') return typeMessage(node);
  return 'This matches none of the forms that are allowed here.';
}

function parameterStyle(node: JsonValue | undefined): string {
  if (!isJsonObject(node)) return 'Must be an object.';
  const styles = STYLES.get(textOfJson(node.in));
  if (Object.hasOwn(node, 'content'))
    return 'Together with "content", remove style, explode, allowReserved, example and examples.';
  if (!styles) return `"in" must be one of path, query, header, cookie, not ${shown(node.in)}.`;
  if (node.in === 'path' && node.required !== true) return 'A path parameter needs "required": true.';
  return `The style of a ${textOfJson(node.in)} parameter must be one of ${styles.join(', ')}.`;
}

const STYLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['path', ['matrix', 'label', 'simple']],
  ['query', ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']],
  ['header', ['simple']],
  ['cookie', ['form']],
]);

const typeMessage = (value: JsonValue | undefined): string =>
  `Must be one of array, boolean, integer, null, number, object, string (or a list of those), not ${shown(value)}.`;

const listed = (names: readonly string[]): string => names.map(name => ARTICLES[name] ?? name).join(' or ');

const ARTICLES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  null: 'null',
};

function typeOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  return listed([isJsonObject(value) ? 'object' : JSON.isRawJSON(value) ? 'number' : typeof value]);
}

function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
