import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { applyTextRules, type Context, type Engine, type Findings, NO_FINDINGS } from '../engine.ts';
import type { Entry, Located } from '../read/document.ts';
import { sameValue } from '../read/values.ts';
import { textRules } from '../rules/texts.ts';

/** The text fields of each kind of object. */
export const TEXTS = {
  info: ['summary', 'description', 'termsOfService', 'contact', 'license'],
  document: ['externalDocs', '$self'],
  tag: ['summary', 'description', 'externalDocs', 'parent', 'kind'],
  item: ['summary', 'description'],
  operation: ['externalDocs'],
  parameter: ['description', 'example', 'examples'],
  body: ['description'],
  mediaType: ['description', 'example', 'examples'],
  response: ['summary', 'description'],
  link: ['description'],
  server: ['name', 'description'],
  variable: ['description'],
  reference: ['summary', 'description'],
  scheme: ['description', 'bearerFormat', 'deprecated'],
} as const;

type Kind = keyof typeof TEXTS;
type Text = JsonValue | undefined;

/** Whether one of the two has such a text. */
export const haveTexts = (before: Located<JsonObject>, after: Located<JsonObject>, kind: Kind): boolean =>
  TEXTS[kind].some(field => before.value[field] !== undefined || after.value[field] !== undefined);

export const compareTexts = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
  kind: Kind,
): Findings => {
  const isSame = (old: Text, now: Text): boolean => engine.sameness.isSame(old, now) || sameValue(old, now);
  const fields = TEXTS[kind].filter(field => !isSame(before.value[field], after.value[field]));
  return fields.length === 0 ? NO_FINDINGS : applyTextRules(engine, context, textRules, { before, after, fields });
};

const isComponent = ({ pointer }: Entry): boolean => /^\/components\/\w+\/[^/]+$/.test(pointer);

/** Compares the texts beside a reference, which replace the texts of the component. */
export const compareReferenceTexts = (engine: Engine, context: Context, before: Entry, after: Entry): Findings => {
  const [old, now] = [before.reference, after.reference];
  if (old === undefined && now === undefined) return NO_FINDINGS;
  if ((old === undefined && !isComponent(before)) || (now === undefined && !isComponent(after))) return NO_FINDINGS;
  const silent = ({ pointer }: Entry): Located<JsonObject> => ({ value: {}, pointer });
  return compareTexts(engine, context, old ?? silent(before), now ?? silent(after), 'reference');
};
