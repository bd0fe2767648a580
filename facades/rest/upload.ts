import { isUtf8 } from 'node:buffer';
import type { FieldError } from '../../src/platform/errors.ts';
import { LongText } from '../../src/platform/long-text.ts';
import { type Form, readForm } from '../form.ts';
import { mediaTypeOf, otherCharset } from '../header-parameters.ts';
import type { Route } from './route.ts';

type Texts = Readonly<Record<string, unknown>>;

// Uploads: a document as the body with the other fields in the query, or a form with both.

/** Media types of files → the variable that receives the text. */
const fileTypes: ReadonlyMap<string, string> = new Map([
  ['application/yaml', 'schema_content'],
  ['application/x-yaml', 'schema_content'],
  ['text/yaml', 'schema_content'],
  ['application/openapi+yaml', 'schema_content'],
  ['application/openapi+json', 'schema_content'],
  ['text/markdown', 'content'],
]);

/** The variable that receives the files that a document refers to. */
const OTHER_FILES = 'files';

/** The variables that receive files. */
export const contentFields: readonly string[] = [...new Set(fileTypes.values()), OTHER_FILES];

export const FORM = 'multipart/form-data';

/**
 * On a route that takes only files, JSON is a file too; elsewhere it is an object with fields. So is a body without a type,
 * as `curl -T` sends it. `schema_content` takes the text of every document.
 */
const JSON_TYPE = 'application/json';

const CHOICE = `application/yaml, application/openapi+json, text/markdown or ${FORM}`;

export type Uploaded = { readonly given: Texts } | { readonly errors: readonly FieldError[] };

/** Combines a file and the query. Undefined when the body is an object with fields. */
export async function readUpload(
  { files }: Route,
  {
    contentType = '',
    query,
    bytes,
  }: { contentType: string | undefined; query: Texts; bytes: Buffer<ArrayBuffer> | undefined },
): Promise<Uploaded | undefined> {
  const type = mediaTypeOf(contentType);
  const isAbsent = type === '' && (bytes === undefined || bytes.length === 0);
  const variable = isAbsent ? undefined : typeOfFile(type, files);
  if (files === undefined || (variable === undefined && type !== FORM)) {
    if (files !== 'only') return undefined;
    return refuse(`Send a file: with Content-Type ${JSON_TYPE}, ${CHOICE}`);
  }
  if (!isUtf8(bytes ?? Buffer.of()) || otherCharset(contentType) !== undefined) return refuse('The body must be UTF-8');
  if (variable !== undefined) return merge(query, { [variable]: LongText.of(bytes ?? Buffer.of()) });
  const form = await readForm(contentType, bytes ?? Buffer.of());
  if ('problem' in form) return refuse(`The body ${form.problem}`);
  return fromForm(query, form);
}

/** Reads a form: one file is the document, the files in the field `files` are those that it refers to by path. */
function fromForm(query: Texts, { fields, files }: Form): Uploaded {
  const [file, ...more] = files.filter(({ field }) => field !== OTHER_FILES);
  if (more.length > 0)
    return refuse(`The body has more than one document: send other files in the field ${OTHER_FILES}`);
  const others = files.filter(({ field }) => field === OTHER_FILES);
  const sent: Record<string, unknown> = { ...fields };
  if (file !== undefined) {
    const named = contentFields.includes(file.field)
      ? file.field
      : (fileTypes.get(file.type.toLowerCase()) ?? 'schema_content');
    if (Object.hasOwn(fields, named)) return refuse(`The body sends ${named} twice`);
    sent[named] = file.text;
  }
  if (others.length > 0) {
    if (Object.hasOwn(fields, OTHER_FILES)) return refuse(`The body sends ${OTHER_FILES} twice`);
    sent[OTHER_FILES] = others.map(({ name, text }) => ({ path: name, content: text }));
    if (file !== undefined && !Object.hasOwn({ ...fields, ...query }, 'schema_path')) sent.schema_path = file.name;
  }
  return merge(query, sent);
}

/** The media types of files and forms that a route accepts. */
export const uploadTypes = ({ files }: Route): string[] =>
  files === undefined ? [] : [...fileTypes.keys(), ...(files === 'only' ? [JSON_TYPE] : []), FORM];

const typeOfFile = (type: string, files: Route['files']): string | undefined =>
  files === 'only' && ['', JSON_TYPE].includes(type) ? 'schema_content' : fileTypes.get(type);

function merge(query: Texts, sent: Texts): Uploaded {
  const wrong = Object.keys(query).filter(name => contentFields.includes(name) || Object.hasOwn(sent, name));
  if (wrong.length > 0)
    return { errors: wrong.map(field => ({ field, message: 'is sent in the body: leave it out of the query' })) };
  return { given: { ...query, ...sent } };
}

const refuse = (message: string): Uploaded => ({ errors: [{ message }] });

/** Whether the body is a document sent by mistake as the object with fields. */
export function isDocument(body: unknown): boolean {
  return typeof body === 'object' && body !== null && ['openapi', 'swagger'].some(key => Object.hasOwn(body, key));
}
