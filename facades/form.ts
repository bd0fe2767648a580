import { setImmediate } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { otherCharset, parameterOf } from './header-parameters.ts';

/** A file of a form. Its name may be a path. */
export type FormFile = {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly text: string;
};

/** A form with text fields and files. */
export type Form = {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly FormFile[];
};

/** Parsing yields to other requests after this many bytes. */
const YIELD_BYTES = 256 * 1024;
const YIELD_PARTS = 16;
export const MAX_FORM_FIELDS = 20;
const MAX_FORM_FILES = 1_000;

const MAX_HEAD_BYTES = 16 * 1024;
const NOT_FOUND = -1;

/** RFC 2046, section 5.1.1, permits fewer characters. None of these ends the quoted text of a header. */
const BOUNDARY = /^[ !#-[\]-~]{1,70}$/;

/** Values of Content-Transfer-Encoding that leave the bytes as they are. RFC 7578 deprecates the header. */
const AS_THEY_ARE = ['7bit', '8bit', 'binary'];

/** Parses a multipart/form-data body in UTF-8, or returns the problem. */
export async function readForm(contentType: string, bytes: Buffer): Promise<Form | { readonly problem: string }> {
  const boundary = parameterOf(contentType, 'boundary') ?? '';
  if (!BOUNDARY.test(boundary))
    return { problem: 'is not a form: Content-Type needs a boundary of 1 to 70 characters' };
  const fields = new Map<string, string>();
  const files: FormFile[] = [];
  let problem: string | undefined;
  let named = 0;
  const refuse = (text: string) => {
    problem ??= text;
  };
  const add = (name: string, value: string) => {
    if (fields.has(name)) refuse(`sends the field ${name} twice`);
    fields.set(name, value);
  };
  const requirePlain = (name: string, encoding: string) => {
    if (!AS_THEY_ARE.includes(encoding)) refuse(`encodes ${name}: leave Content-Transfer-Encoding out`);
  };
  // The body limit also limits the file size.
  const limits = {
    fields: MAX_FORM_FIELDS,
    files: MAX_FORM_FILES,
    parts: MAX_FORM_FIELDS + MAX_FORM_FILES,
    fieldSize: bytes.length,
    headerPairs: 20,
    headerSize: MAX_HEAD_BYTES,
  };
  // Not the header of the caller: whatever it contains, the parser and `headsOfParts` divide the form at the same places.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const parser = new Busboy({ headers, limits, preservePath: true });
  const ended = new Promise<void>(resolve => {
    parser.on('finish', resolve);
    parser.on('error', error => {
      refuse(`is not a form: ${(error as Error).message}`);
      resolve();
    });
  });
  parser.on('field', (name, value, _isNameCut, _isValueCut, encoding) => {
    named += 1;
    requirePlain(name, encoding);
    add(name, value);
  });
  parser.on('file', (field, stream, name, encoding, type) => {
    named += 1;
    requirePlain(field, encoding);
    const chunks: Buffer[] = [];
    // The parser reports the same error. Without a listener here, it would stop the process.
    stream.on('error', () => {});
    stream.on('data', chunk => chunks.push(chunk as Buffer));
    stream.on('end', () => {
      files.push({ field, name, type, text: Buffer.concat(chunks).toString() });
    });
  });
  parser.on('filesLimit', () => refuse(`has more than ${MAX_FORM_FILES} files`));
  parser.on('fieldsLimit', () => refuse(`has more than ${MAX_FORM_FIELDS} fields`));
  parser.on('partsLimit', () => refuse('has too many parts'));
  for (let start = 0; start < bytes.length && problem === undefined; start += YIELD_BYTES) {
    parser.write(bytes.subarray(start, start + YIELD_BYTES));
    await setImmediate();
  }
  parser.end();
  await ended;
  if (problem !== undefined) return { problem };
  let parts = 0;
  for (const head of headsOfParts(boundary, bytes)) {
    parts += 1;
    // The parser reports no parts without a name (RFC 7578, section 4.2).
    if (parts > named) refuse('has a part without a name: give each part Content-Disposition: form-data with a name');
    const charset = charsetOfFile(head);
    if (charset !== undefined) refuse(`has a file in the charset ${charset}: send UTF-8`);
    if (problem !== undefined) break;
    if (parts % YIELD_PARTS === 0) await setImmediate();
  }
  return problem === undefined ? { fields: Object.fromEntries(fields), files } : { problem };
}

/** The headers of each part of a form, divided as the parser does. It does not report the charset of files. */
function* headsOfParts(boundary: string, bytes: Buffer): Generator<string, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const isAtStart = bytes.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  for (let at = isAtStart ? -2 : bytes.indexOf(delimiter); at !== NOT_FOUND; at = bytes.indexOf(delimiter, at + 2)) {
    const start = at + delimiter.length;
    const head = bytes.subarray(start, start + MAX_HEAD_BYTES);
    if (head.subarray(0, 2).toString() === '--') return;
    const end = head.indexOf('\r\n\r\n');
    // A header may be folded (RFC 5322, section 2.2.3).
    yield head
      .subarray(0, end < 0 ? head.length : end)
      .toString()
      .replaceAll(/\r\n[ \t]+/g, ' ');
  }
}

/** The charset that a file part declares, unless it is UTF-8. All files are decoded as UTF-8. */
function charsetOfFile(head: string): string | undefined {
  if (!/charset/i.test(head)) return undefined;
  const [disposition = '', type = ''] = ['disposition', 'type'].map(
    name => new RegExp(`^content-${name}:.*`, 'im').exec(head)?.[0],
  );
  const isFile = ['filename', 'filename*'].some(name => parameterOf(disposition, name) !== undefined);
  return isFile ? otherCharset(type) : undefined;
}
