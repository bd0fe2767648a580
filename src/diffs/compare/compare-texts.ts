import type { JsonObject } from '../../platform/json.ts';
import type { Entry, Located } from './document.ts';
import { applyWordRules, type Context, type Engine } from './engine.ts';
import { textRules } from './rules/texts.ts';
import { sameValue } from './values.ts';

/** What each kind of object says to people alone. */
export const TEXTS = {
  info: ['summary', 'description', 'termsOfService', 'contact', 'license'],
  document: ['externalDocs'],
  tag: ['summary', 'description', 'externalDocs', 'parent', 'kind'],
  item: ['summary', 'description'],
  operation: ['externalDocs'],
  parameter: ['description', 'example', 'examples'],
  body: ['description'],
  mediaType: ['example', 'examples'],
  response: ['summary', 'description'],
  link: ['description'],
  server: ['name', 'description'],
  reference: ['summary', 'description'],
  scheme: ['description', 'bearerFormat'],
} as const;

type Kind = keyof typeof TEXTS;

/** Whether one of the two says anything of the kind. */
export const haveTexts = (before: Located<JsonObject>, after: Located<JsonObject>, kind: Kind): boolean =>
  TEXTS[kind].some(field => before.value[field] !== undefined || after.value[field] !== undefined);

export const compareTexts = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
  kind: Kind,
): void => {
  const fields = TEXTS[kind].filter(field => !sameValue(before.value[field], after.value[field]));
  if (fields.length > 0) applyWordRules(engine, context, textRules, { before, after, fields });
};

const isComponent = ({ pointer }: Entry): boolean => /^\/components\/\w+\/[^/]+$/.test(pointer);

/** What a reference says in the place of the component that it stands for. */
export const compareReferenceTexts = (engine: Engine, context: Context, before: Entry, after: Entry): void => {
  const [old, now] = [before.reference, after.reference];
  if (old === undefined && now === undefined) return;
  if ((old === undefined && !isComponent(before)) || (now === undefined && !isComponent(after))) return;
  const silent = ({ pointer }: Entry): Located<JsonObject> => ({ value: {}, pointer });
  compareTexts(engine, context, old ?? silent(before), now ?? silent(after), 'reference');
};
