import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../platform/json.ts';
import { BudgetError, tooLongNormalized } from './budget.ts';
import { checkDocument, type Purpose } from './check.ts';
import { type ParsedDocument, parseDocument } from './document.ts';
import { withWholeFragments } from './identified.ts';
import { normalizeOpenApi } from './normalize.ts';
import { byPosition, MAX_PROBLEMS, MAX_WARNINGS, type Problem, withShortTexts } from './problem.ts';
import { convertSwagger, isSwagger } from './swagger.ts';
import type { Format } from './validators.ts';

/** The formats of documents that may be published. */
export type PublishedFormat = Exclude<Format, 'OPENAPI_3_2'>;

export type Ingested<F extends Format = PublishedFormat> =
  | {
      ok: true;
      format: F;
      /** With references that can be followed from its root. */
      document: JsonObject;
      /** Canonical JSON in UTF-8. */
      normalized: Buffer;
      /** At most 1,000 (fewer if they are very long), in document order. `warningCount` counts all. */
      warnings: Problem[];
      warningCount: number;
    }
  | { ok: false; problems: Problem[] };

/** The document in which each `$ref` can be followed from its root. In OpenAPI 3.0, `$id` means nothing. */
export const readable = (document: JsonObject, text: string): JsonObject =>
  text.includes('$id') && !String(document.openapi).startsWith('3.0') ? withWholeFragments(document) : document;

/**
 * Parses, checks and normalizes an OpenAPI document. Reads nothing outside the text. With `compare`, it may also be
 * Swagger 2.0 or OpenAPI 3.2, and errors that leave the meaning clear are warnings.
 */
export function ingestOpenApi(text: string): Ingested;
export function ingestOpenApi(text: string, purpose: 'compare'): Ingested<Format>;
export function ingestOpenApi(text: string, purpose: Purpose = 'publish'): Ingested<Format> {
  const parsed = parseDocument(text);
  const markdown = asMarkdown(parsed, text);
  if (markdown !== undefined) return { ok: false, problems: [markdown] };
  if (parsed.problems.length > 0) return { ok: false, problems: parsed.problems };
  const given = parsed.document as JsonValue;
  const document = purpose === 'compare' && isSwagger(given) ? convertSwagger(given) : given;
  const format = formatOf(document, purpose);
  if (!isJsonObject(document) || typeof format !== 'string') return refused(parsed, [format as Problem]);
  const read = readable(document, text);
  const { problems, survey } = checkDocument(read, format, purpose);
  if (problems.length > 0) return refused(parsed, problems);
  const normalized = normalizedWithinBudget(document, 1.25 * text.length);
  if (normalized === undefined) return refused(parsed, [{ message: tooLongNormalized, pointer: '', rule: 'budget' }]);
  survey.finish(read);
  return {
    ok: true,
    format,
    document: read,
    normalized,
    warnings: located(parsed, survey.warnings, MAX_WARNINGS),
    warningCount: survey.warningCount,
  };
}

function normalizedWithinBudget(document: JsonObject, expectedBytes: number): Buffer | undefined {
  try {
    return normalizeOpenApi(document, expectedBytes);
  } catch (error) {
    if (error instanceof BudgetError) return undefined;
    throw error;
  }
}

const refused = (parsed: ParsedDocument, problems: Problem[]): Ingested => ({
  ok: false,
  problems: located(parsed, problems, MAX_PROBLEMS),
});

function located(parsed: ParsedDocument, problems: Problem[], most: number): Problem[] {
  if (problems.length === 0) return [];
  const positions = parsed.locateAll(problems.map(({ pointer }) => pointer ?? ''));
  const placed = problems.map((problem, index) => ({ ...problem, ...positions[index] }));
  return placed.sort(byPosition).slice(0, most).map(withShortTexts);
}

const ACCEPTED = 'OpenAPI 3.0 and 3.1 are accepted, as JSON or YAML.';

/** Documents that are often mistaken for OpenAPI, by the field that identifies them. */
const otherKinds = [
  ['swagger', 'a Swagger 2.0 document: convert it to OpenAPI'],
  ['asyncapi', 'an AsyncAPI document, which describes messages instead of HTTP operations'],
  ['arazzo', 'an Arazzo document, which describes workflows over operations'],
] as const;

/** Front matter and comments, which may come before Markdown. */
const BEFORE_MARKDOWN = /^(?:---[ \t]*\r?\n.*?\n---[ \t]*(?=\r?\n))?(?:\s*<!--.*?-->)*\s*/s;

/** A heading, a list, a quote, a fence, bold text, a link, an image, or an underlined title. */
const MARKDOWN =
  /^(?:#{1,6}[ \t]+\S|(?:[-*+]|\d+[.)])[ \t]+\S|>[ \t]|```|\*\*\S|!?\[.*\]\(|(?:.+\r?\n={3}|[^:%\n][^:\n]*\n-{3})[=-]*[ \t\r]*(?:\n|$))/;

/** Top-level keys that no Markdown has: those of OpenAPI and of similar documents, and paths. */
const KEY_OF_API = /^(?:openapi|swagger|asyncapi|arazzo|info|paths|components|\/.*)$/s;
const KEY_OF_API_IN_TEXT = /^[ \t]*["']?(?:openapi|swagger|asyncapi|arazzo)["']?\s*:/m;

/**
 * Detects Markdown. It is often valid YAML, or gives YAML errors that do not help. A heading is a comment in YAML: an object
 * is taken for Markdown only if one of its keys has several words, and none is that of an API.
 */
function asMarkdown({ document }: ParsedDocument, text: string): Problem | undefined {
  const keys = isJsonObject(document) ? Object.keys(document) : undefined;
  if (keys?.some(key => KEY_OF_API.test(key)) || keys?.every(key => !/\s/.test(key))) return undefined;
  if (!MARKDOWN.test(text.replace(BEFORE_MARKDOWN, '')) || KEY_OF_API_IN_TEXT.test(text)) return undefined;
  const message = `This looks like Markdown, but the document has the type OpenAPI. ${ACCEPTED} Put Markdown into a document of the type Markdown.`;
  return { message, pointer: '', line: 1, column: 1, rule: 'openapi-version' };
}

function formatOf(document: JsonValue, purpose: Purpose): Format | Problem {
  const problem = (message: string, pointer = ''): Problem => ({ message, pointer, rule: 'openapi-version' });
  if (!isJsonObject(document))
    return problem(`An OpenAPI document must be an object with the field "openapi". ${ACCEPTED}`);
  const version = ownField(document, 'openapi');
  if (version === undefined) {
    for (const [field, noun] of otherKinds)
      if (ownField(document, field) !== undefined) return problem(`This is ${noun}. ${ACCEPTED}`, `/${field}`);
    return problem('Add the field "openapi", such as "3.1.0".');
  }
  if (typeof version !== 'string') return problem('"openapi" must be a string: quote it, as in "3.1.0".', '/openapi');
  if (/^3\.0\.\d+(?:-.+)?$/.test(version)) return 'OPENAPI_3_0';
  if (/^3\.1\.\d+(?:-.+)?$/.test(version)) return 'OPENAPI_3_1';
  if (purpose === 'compare' && /^3\.2\.\d+(?:-.+)?$/.test(version)) return 'OPENAPI_3_2';
  return problem(`OpenAPI ${version.slice(0, 40)} is not supported: use 3.0.x or 3.1.x.`, '/openapi');
}
