import { isJsonObject, type JsonObject, type JsonValue, ownField, pick, textOfJson } from '../platform/json.ts';
import { METHODS } from './grammar.ts';
import { decodeFragment } from './pointer.ts';
import { resolvePointer } from './references.ts';
import { asParameter, convertSchema, extensionsOf, parameterSchema, REFERENCES, styleOf } from './swagger-schemas.ts';

// Converts Swagger 2.0 to OpenAPI 3.0, for comparisons only: Swagger documents cannot be published.

const DEFAULT_TYPES = ['application/json'];

/** An empty list clears that of the document: the types are not known. */
const orDefault = (types: string[] | undefined): string[] => (types?.length ? types : DEFAULT_TYPES);

export const isSwagger = (document: JsonValue): document is JsonObject =>
  isJsonObject(document) && /^"?2(?:\.0)?"?$/.test(JSON.stringify(ownField(document, 'swagger')) ?? '');

/** Returns an OpenAPI 3.0 document. Does not change the given one, and shares the parts that need no change. */
export function convertSwagger(document: JsonObject): JsonObject {
  const { info, paths, tags, externalDocs, security } = document;
  const servers = serversOf(document, document.schemes);
  const typed = { consumes: typesOf(document.consumes), produces: typesOf(document.produces) };
  return {
    openapi: '3.0.3',
    ...withoutGaps({ info, tags, externalDocs, security }),
    ...(servers.length > 0 && { servers }),
    paths: mappedBesideExtensions(paths, (item, path) =>
      path.startsWith('/') ? convertItem(item, document, typed) : item,
    ),
    components: {
      schemas: mapped(document.definitions, convertSchema),
      parameters: mapped(document.parameters, parameter =>
        isJsonObject(parameter) && isPlain(parameter) ? asParameter(parameter) : undefined,
      ),
      responses: mapped(document.responses, response => convertResponse(response, orDefault(typed.produces))),
      securitySchemes: mapped(document.securityDefinitions, convertScheme),
    },
    ...extensionsOf(document),
  };
}

type Types = { consumes: string[] | undefined; produces: string[] | undefined };

const typesOf = (value: JsonValue | undefined): string[] | undefined =>
  Array.isArray(value) ? value.filter(type => typeof type === 'string') : undefined;

const withoutGaps = (fields: Record<string, JsonValue | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));

function mapped(
  value: JsonValue | undefined,
  convert: (value: JsonValue, name: string) => JsonValue | undefined,
): JsonObject {
  if (!isJsonObject(value)) return {};
  const entries = Object.entries(value).map(([name, one]) => [name, convert(one, name)]);
  return withoutGaps(Object.fromEntries(entries));
}

/** Only paths and the responses of an operation may have extensions beside them: `x-left` may be the name of a header. */
const mappedBesideExtensions: typeof mapped = (value, convert) =>
  mapped(value, (one, name) => (name.startsWith('x-') ? one : convert(one, name)));

function serversOf({ host, basePath }: JsonObject, schemes: JsonValue | undefined): JsonValue[] {
  const path = typeof basePath === 'string' && basePath !== '/' ? basePath : '';
  if (typeof host !== 'string') return path === '' ? [] : [{ url: path }];
  const names = typesOf(schemes) ?? [];
  return names.length === 0 ? [{ url: `//${host}${path}` }] : names.map(name => ({ url: `${name}://${host}${path}` }));
}

const isPlain = ({ in: place }: JsonObject): boolean => place !== 'body' && place !== 'formData';

function convertItem(item: JsonValue, document: JsonObject, types: Types): JsonValue {
  if (!isJsonObject(item)) return item;
  const shared = parametersOf(document, item.parameters);
  const operations = METHODS.filter(method => isJsonObject(item[method])).map(method => [
    method,
    convertOperation(item[method] as JsonObject, document, types, shared),
  ]);
  return {
    ...pick(item, ['$ref']),
    ...extensionsOf(item),
    ...(shared.plain.length > 0 && { parameters: shared.plain }),
    ...Object.fromEntries(operations),
  };
}

const KEPT = ['tags', 'summary', 'description', 'externalDocs', 'operationId', 'deprecated', 'security'] as const;

function convertOperation(operation: JsonObject, document: JsonObject, types: Types, shared: Parameters): JsonObject {
  const own = parametersOf(document, operation.parameters);
  const consumes = typesOf(operation.consumes) ?? types.consumes;
  const produces = typesOf(operation.produces);
  const fields = [...shared.form.filter(({ name }) => !own.form.some(other => other.name === name)), ...own.form];
  const body = own.body ?? shared.body;
  const servers = operation.schemes === undefined ? [] : serversOf(document, operation.schemes);
  return {
    ...pick(operation, KEPT),
    ...extensionsOf(operation),
    ...(servers.length > 0 && { servers }),
    ...(own.plain.length > 0 && { parameters: own.plain }),
    ...(body
      ? { requestBody: plainBody(body, orDefault(consumes)) }
      : fields.length > 0 && {
          requestBody: formBody(
            fields,
            consumes?.filter(type => FORM_TYPES.test(type)),
          ),
        }),
    responses: mappedBesideExtensions(operation.responses, response => {
      const target = produces === undefined ? response : lookUp(document, response);
      return convertResponse(target, orDefault(produces ?? types.produces));
    }),
  };
}

/** Splits the parameters of a path or operation. References to bodies and form fields are replaced by their targets. */
function parametersOf(document: JsonObject, list: JsonValue | undefined): Parameters {
  const found: Parameters = { plain: [], body: undefined, form: [] };
  for (const entry of Array.isArray(list) ? list : []) {
    const parameter = lookUp(document, entry);
    if (!isJsonObject(parameter)) continue;
    if (parameter.in === 'body') found.body = parameter;
    else if (isFormField(parameter)) found.form.push(parameter);
    else found.plain.push(isShared(entry) ? { $ref: REFERENCES.rename(entry) } : asParameter(parameter));
  }
  return found;
}

function lookUp(document: JsonObject, value: JsonValue): JsonValue {
  const reference = REFERENCES.of(value);
  const target = reference.startsWith('#/') ? resolvePointer(document, decodeFragment(reference.slice(1))) : undefined;
  return target?.value ?? value;
}

/** Whether the entry refers to a shared parameter. A parameter of another operation has no place of its own in OpenAPI 3. */
const isShared = (entry: JsonValue): boolean => REFERENCES.of(entry).startsWith('#/parameters/');

function convertResponse(response: JsonValue, produces: readonly string[]): JsonValue {
  if (!isJsonObject(response)) return response;
  if (response.$ref !== undefined) return { $ref: REFERENCES.rename(response) };
  const { schema, examples, headers } = response;
  const shown = isJsonObject(examples) ? examples : {};
  const types = schema === undefined ? Object.keys(shown) : [...new Set([...produces, ...Object.keys(shown)])];
  const media = (type: string): JsonObject => ({
    ...(schema !== undefined && { schema: convertSchema(schema) }),
    ...(shown[type] !== undefined && { example: shown[type] }),
  });
  return {
    ...pick(response, ['description']),
    ...extensionsOf(response),
    ...(headers !== undefined && {
      headers: mapped(headers, header =>
        isJsonObject(header) ? { ...pick(header, ['description']), schema: parameterSchema(header) } : header,
      ),
    }),
    ...(types.length > 0 && { content: Object.fromEntries(types.map(type => [type, media(type)])) }),
  };
}

/** The flows with another name in OpenAPI 3. */
const FLOWS: ReadonlyMap<string, string> = new Map([
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

function convertScheme(scheme: JsonValue): JsonValue {
  if (!isJsonObject(scheme)) return scheme;
  const rest = { ...pick(scheme, ['description']), ...extensionsOf(scheme) };
  if (scheme.type === 'basic') return { type: 'http', scheme: 'basic', ...rest };
  if (scheme.type !== 'oauth2') return { ...pick(scheme, ['type', 'name', 'in']), ...rest };
  const name = textOfJson(scheme.flow);
  const flow = { scopes: {}, ...pick(scheme, ['authorizationUrl', 'tokenUrl', 'scopes']) };
  return { type: 'oauth2', flows: { [FLOWS.get(name) ?? name]: flow }, ...rest };
}

// In Swagger 2.0, the body and the fields of a form are parameters.

type Parameters = { plain: JsonObject[]; body: JsonObject | undefined; form: JsonObject[] };

const FORM_TYPES = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i;

const isFormField = ({ in: place }: JsonObject): boolean => place === 'formData';

function plainBody(parameter: JsonObject, consumes: readonly string[]): JsonObject {
  const { schema } = parameter;
  const media: JsonObject = schema === undefined ? {} : { schema: convertSchema(schema) };
  return {
    ...pick(parameter, ['description', 'required']),
    ...extensionsOf(parameter),
    content: Object.fromEntries(consumes.map(type => [type, media])),
  };
}

function formBody(fields: readonly JsonObject[], consumes: readonly string[] = []): JsonObject {
  const required = fields.filter(field => field.required === true).map(({ name }) => textOfJson(name));
  const properties = fields.map((field): [string, JsonValue] => {
    const schema = parameterSchema(field);
    return [textOfJson(field.name), { ...(schema as JsonObject), ...pick(field, ['description']) }];
  });
  const styles = fields.flatMap(field => {
    const style = styleOf(field);
    return Object.keys(style).length === 0 ? [] : [[textOfJson(field.name), style]];
  });
  const media: JsonObject = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    ...(styles.length > 0 && { encoding: Object.fromEntries(styles) }),
  };
  const byContent = fields.some(({ type }) => type === 'file')
    ? 'multipart/form-data'
    : 'application/x-www-form-urlencoded';
  const types = consumes.length > 0 ? consumes : [byContent];
  return {
    ...(required.length > 0 && { required: true }),
    content: Object.fromEntries(types.map(type => [type, media])),
  };
}
