import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';

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
export const MAX_FORM_FIELDS = 20;
const MAX_FORM_FILES = 1_000;

const MAX_HEAD_BYTES = 16 * 1024;

/** Values of Content-Transfer-Encoding that leave the bytes as they are. RFC 7578 deprecates the header. */
const AS_THEY_ARE = ['7bit', '8bit', 'binary'];

/** Parses a multipart/form-data body in UTF-8, or returns the problem. */
export async function readForm(contentType: string, bytes: Buffer): Promise<Form | { readonly problem: string }> {
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
  let parser: BusboyInstance;
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    // The body limit also limits the file size.
    const limits = {
      fields: MAX_FORM_FIELDS,
      files: MAX_FORM_FILES,
      parts: MAX_FORM_FIELDS + MAX_FORM_FILES,
      fieldSize: bytes.length,
      headerPairs: 20,
      headerSize: MAX_HEAD_BYTES,
    };
    parser = new Busboy({ headers, limits, preservePath: true });
  } catch (error) {
    return { problem: `is not a form: ${(error as Error).message}` };
  }
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
  // Returned before the headers are searched: with too many parts, the search would take long.
  if (problem !== undefined) return { problem };
  const heads = headsOfParts(contentType, bytes);
  if (heads.length > named)
    refuse('has a part without a name: give each part Content-Disposition: form-data with a name');
  const charset = heads.map(otherCharset).find(found => found !== undefined);
  if (charset !== undefined) refuse(`has a file in the charset ${charset}: send UTF-8`);
  return problem === undefined ? { fields: Object.fromEntries(fields), files } : { problem };
}

/**
 * The headers of each part of a form. The parser does not report parts without a name (RFC 7578, section 4.2), nor the
 * charset of files.
 */
function headsOfParts(contentType: string, bytes: Buffer): string[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain}`;
  const closing = bytes.indexOf(`\r\n${delimiter}--`);
  const form = closing < 0 ? bytes : bytes.subarray(0, closing);
  const next = `\r\n${delimiter}\r\n`;
  const headAt = (start: number) => {
    const head = form.subarray(start, start + MAX_HEAD_BYTES);
    const end = head.indexOf('\r\n\r\n');
    return head.subarray(0, end < 0 ? head.length : end).toString();
  };
  const isFirst = form.subarray(0, next.length).toString().startsWith(next.slice(2));
  const heads = isFirst ? [headAt(next.length - 2)] : [];
  for (let at = form.indexOf(next); at >= 0; at = form.indexOf(next, at + next.length - 2))
    heads.push(headAt(at + next.length));
  return heads;
}

/** The charset that a file part declares, unless it is UTF-8. All files are decoded as UTF-8. */
function otherCharset(head: string): string | undefined {
  if (!/^content-disposition:.*;\s*filename/im.test(head)) return undefined;
  const charset = /^content-type:.*;\s*charset="?([^\s";]+)/im.exec(head)?.[1];
  return charset !== undefined && !/^utf-?8$/i.test(charset) ? charset : undefined;
}
