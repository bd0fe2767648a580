import type { JsonSchema } from '../json-schema.ts';
import type { Components } from './openapi-components.ts';
import type { Route } from './route.ts';
import { contentFields, uploadTypes } from './upload.ts';

/** Of a route that takes files alone, what says the content is the body, and all else is in the query. */
export const isFileField = ({ files }: Route, name: string): boolean =>
  files === 'only' && contentFields.includes(name);

const file: JsonSchema = { type: 'string', description: 'The document as it is, in UTF-8.' };

export function fileBody(route: Route, components: Components): JsonSchema {
  const document = components.name('DocumentFile', file);
  const form = {
    type: 'object',
    required: ['file'],
    properties: { file: document },
    description: 'A form with the file. Its other fields may take the place of parameters of the query.',
  };
  const types = uploadTypes(route).map(type => [
    type,
    { schema: type.startsWith('multipart/') ? components.name('DocumentForm', form) : document },
  ]);
  return { required: true, content: Object.fromEntries(types) };
}

/** What the description of a route says of bodies that are described elsewhere. */
export const fileNote = ({ files }: Route): string | undefined =>
  files === 'too'
    ? 'Instead of JSON the body may be the document itself, with the other fields in the query, as PUT describes it.'
    : undefined;
