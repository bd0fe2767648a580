import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';
import { MAX_FORMS } from '../budgets.ts';
import type { Engine } from '../engine.ts';
import { canonical, spell } from '../read/values.ts';
import { isStyled } from '../rules/encodings.ts';
import { type FormParts, PLAIN_FORM, type Textual } from '../schemas/textual.ts';
import type { MediaType } from './binary-bodies.ts';

const AS_XML = /[/+]xml\b/;
const AS_TEXT = /^text\/|[/+]xml\b/;

/** How a media type writes values. In a form, each property has its own encoding. */
export const textualOf = (engine: Engine, name: string, before?: MediaType | null, after?: typeof before): Textual => {
  const kind = KINDS.find(prefix => name.startsWith(prefix));
  if (kind === undefined) return AS_TEXT.test(name);
  const [old, now] = [encodingOf(before ?? after), encodingOf(after ?? before)];
  if (old === NONE && now === NONE) return PLAIN_FORM;
  const known = knownOf(engine, kind, old);
  const textual = known.get(now) ?? readForm(engine, kind, old, now);
  known.set(now, textual);
  return textual;
};

const KINDS = ['multipart/', 'application/x-www-form-urlencoded'] as const;
type Kind = (typeof KINDS)[number];

const NONE: JsonObject = {};
const encodingOf = (media: MediaType | null | undefined): JsonObject =>
  isJsonObject(media?.value.encoding) ? media.value.encoding : NONE;

type Known = Map<JsonObject, Textual>;
/** Encodings that were read: many operations may refer to the same ones. */
const read = new WeakMap<Engine, Record<Kind, Map<JsonObject, Known>>>();

const knownOf = (engine: Engine, kind: Kind, encoding: JsonObject): Known => {
  const kinds = read.get(engine) ?? { 'multipart/': new Map(), 'application/x-www-form-urlencoded': new Map() };
  read.set(engine, kinds);
  const known = kinds[kind].get(encoding) ?? new Map();
  kinds[kind].set(encoding, known);
  return known;
};

/** The encoding of a part of a multipart form may say anything: nothing is known to be text. */
const readForm = (engine: Engine, kind: Kind, before: JsonObject, after: JsonObject): Textual => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const named = [...names].flatMap((name): [string, boolean][] => {
    const textual = kind !== 'multipart/' && textualOfProperty([ownField(before, name), ownField(after, name)]);
    return textual === 'part' ? [] : [[name, textual]];
  });
  return named.length === 0 ? PLAIN_FORM : formOf(engine, named);
};

/** A style or XML makes text of an object, JSON of nothing. Where the sides differ, only JSON is certain. */
const textualOfProperty = (encodings: (JsonValue | undefined)[]): boolean | 'part' => {
  if (encodings.some(encoding => isOf(/json/i, encoding))) return false;
  return encodings.every(isStyled) || encodings.every(encoding => isOf(AS_XML, encoding)) || 'part';
};

const isOf = (type: RegExp, encoding: JsonValue | undefined): boolean =>
  isJsonObject(encoding) && !isStyled(encoding) && type.test(spell(encoding.contentType));

/** The same object for encodings that write alike, so that schemas are compared once for all of them. */
const formOf = ({ forms }: Engine, named: [string, boolean][]): Textual => {
  const key = canonical(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const known = forms.get(key);
  if (known !== undefined) return known;
  // One answer for the whole form: a part that is JSON makes it JSON, since only then every break is seen.
  if (forms.size >= MAX_FORMS) return named.every(([, textual]) => textual);
  const others = named.some(([, textual]) => !textual) ? false : 'part';
  const form: FormParts = { number: forms.size + 1, named: new Map(named), others };
  forms.set(key, form);
  return form;
};
