import { MAX_FORM_FIELDS } from '../form.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Components } from './openapi-components.ts';
import type { Route } from './route.ts';
import { contentFields, FORM, uploadTypes } from './upload.ts';

/** Of a route that takes only files, the content field is the body, and all other fields are in the query. */
export const isFileField = ({ files }: Route, name: string): boolean =>
  files === 'only' && contentFields.includes(name);

const file: JsonSchema = { type: 'string', description: 'The whole document, in UTF-8.' };

export function fileBody(route: Route, components: Components): JsonSchema {
  const document = components.name('DocumentFile', file);
  const types = uploadTypes(route).filter(type => type !== FORM);
  return { required: true, content: Object.fromEntries(types.map(type => [type, { schema: document }])) };
}

/**
 * The sentence about file bodies in the description of a route. Forms are told in words only: a generator of clients
 * (openapi-generator's typescript-fetch) imports the model of a form without writing it.
 */
export const fileNote = ({ files }: Route): string | undefined =>
  files &&
  {
    only: `The body may also be a form (${FORM}) with the file and at most ${MAX_FORM_FIELDS} other fields, which may replace parameters of the query. Files that the document refers to are parts named files, whose file names are their paths.`,
    too: 'Instead of JSON the body may be the document itself, with the other fields in the query, as PUT describes it.',
  }[files];
