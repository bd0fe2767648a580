import type { JsonSchema } from '../json-schema.ts';
import type { Components } from './openapi-components.ts';
import type { Route } from './route.ts';
import { contentFields, uploadTypes } from './upload.ts';

/** Of a route that takes only files, the content field is the body, and all other fields are in the query. */
export const isFileField = ({ files }: Route, name: string): boolean =>
  files === 'only' && contentFields.includes(name);

const file: JsonSchema = { type: 'string', description: 'The whole document, in UTF-8.' };

export function fileBody(route: Route, components: Components): JsonSchema {
  const document = components.name('DocumentFile', file);
  const form = {
    type: 'object',
    required: ['file'],
    properties: { file: document },
    description: 'A form with the file. Its other fields may replace parameters of the query.',
  };
  const types = uploadTypes(route).map(type => [
    type,
    { schema: type.startsWith('multipart/') ? components.name('DocumentForm', form) : document },
  ]);
  return { required: true, content: Object.fromEntries(types) };
}

/** The sentence about file bodies in the description of a route that takes JSON too. */
export const fileNote = ({ files }: Route): string | undefined =>
  files === 'too'
    ? 'Instead of JSON the body may be the document itself, with the other fields in the query, as PUT describes it.'
    : undefined;
