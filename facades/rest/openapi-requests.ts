import { MAX_FORM_FIELDS } from '../form.ts';
import { isExpected, type JsonSchema, variableSchema, variablesSchema } from '../json-schema.ts';
import type { Operation } from '../operations.ts';
import type { Components } from './openapi-components.ts';
import { type Route, type Source, sourceOf } from './route.ts';
import { contentFields, FORM, uploadTypes } from './upload.ts';

/** Replaces the schema's descriptions of optional parents: in a path they are always present. */
const parents: Readonly<Record<string, string>> = { project_id: 'The project.', document_id: 'The document.' };

export function parametersOf(route: Route, operation: Operation, inPath: readonly string[]): JsonSchema[] {
  const place = (name: string) => (inPath.includes(name) ? 'path' : 'query');
  const isQuery = besideFile(route) === 'query';
  const shown = operation.variables.filter(
    ({ name }) => place(name) === 'path' || (isQuery && !isFileField(route, name)),
  );
  const parameters = shown.map(variable => {
    const { description: said, ...schema } = variableSchema(variable);
    const required = place(variable.name) === 'path' || isExpected(variable);
    const own = (place(variable.name) === 'path' && parents[variable.name]) || said;
    const description = [own, place(variable.name) === 'query' && wordNote(schema)].filter(Boolean).join(' ');
    return {
      name: variable.name,
      in: place(variable.name),
      required,
      ...(description !== '' && { description }),
      schema,
    };
  });
  if (!isQuery) return parameters;
  const aliases = Object.entries(route.keys?.aliases ?? {}).map(([alias, name]) => {
    const { schema } = parameters.find(parameter => parameter.name === name) as (typeof parameters)[number];
    const description = [anotherName(name), wordNote(schema)].filter(Boolean).join(' ');
    return { name: alias, in: 'query', required: false, description, schema };
  });
  return [...parameters, ...aliases];
}

/** The sentence about the words that a filter takes beside its numbers. The schema has no union: it would break generators. */
function wordNote({ items, ...schema }: JsonSchema): string | undefined {
  const names = ((items ?? schema) as JsonSchema)['x-enum-varnames'] as string[] | undefined;
  return names && `Takes the number or the word, such as ${names.at(-1)?.toLowerCase()}.`;
}

/** Where the body is a file, all other fields are in the query. */
const besideFile = (route: Route): Source => (route.files === 'only' ? 'query' : sourceOf(route));

/** The body of a route, if it takes one. */
export function bodyOf(route: Route, operation: Operation, inPath: readonly string[]): JsonSchema | undefined {
  if (besideFile(route) !== 'body') return undefined;
  const { required = [], ...schema } = variablesSchema(operation, { leaveOut: inPath });
  const properties = { ...(schema.properties as Record<string, JsonSchema>) };
  if (Object.keys(properties).length === 0) return undefined;
  for (const [alias, name] of Object.entries(route.keys?.aliases ?? {}))
    properties[alias] = { ...properties[name], description: anotherName(name) };
  const names = required as string[];
  return {
    ...schema,
    ...(names.length > 0 && { required: names }),
    properties,
    ...(isChange(route) && { minProperties: names.filter(name => name.startsWith('expected_')).length + 1 }),
    additionalProperties: false,
  };
}

/** A change requires at least one field besides the expected state. */
const isChange = ({ method }: Route): boolean => method === 'patch' || method === 'put';

const anotherName = (name: string): string => `Another name of \`${name}\`.`;

/** Whether the field is the file in the body. On a route that takes only files, all other fields are in the query. */
const isFileField = ({ files }: Route, name: string): boolean => files === 'only' && contentFields.includes(name);

const file: JsonSchema = { type: 'string', description: 'The whole document, in UTF-8.' };

export function fileBody(route: Route, components: Components): JsonSchema {
  const document = components.name('DocumentFile', file);
  const types = uploadTypes(route).filter(type => type !== FORM);
  return { required: true, content: Object.fromEntries(types.map(type => [type, { schema: document }])) };
}

/**
 * The sentence about file bodies in the description of a route. Forms have no schema, because the client generator
 * openapi-generator (typescript-fetch) imports the model of a form without creating it.
 */
export const fileNote = ({ files }: Route): string | undefined =>
  files &&
  {
    only: `A body without Content-Type, as \`curl -T\` sends it, is the document too. The body may also be a form (${FORM}) with the file and at most ${MAX_FORM_FIELDS} other fields, which may replace parameters of the query. Files that the document refers to are parts named files, whose file names are their paths.`,
    too: 'Instead of JSON the body may be the document itself, with the other fields in the query, as PUT describes it.',
  }[files];
