import { isJsonObject, type JsonObject } from '../../platform/json.ts';
import type { Engine } from '../engine.ts';
import { type ApiDocument, type Located, refOf } from '../read/document.ts';
import type { RenamedElement } from '../rules/media-types.ts';
import { componentName, endOf } from '../schemas/references.ts';

const XML = /[/+]xml\b/;

type Media = Located<JsonObject> | null;

/**
 * The names of the XML element of a body or of its items, if they differ because of components: an element has the name
 * of the component unless `xml.name` is given (OpenAPI 3.2, "XML Node Names"; older versions do not say).
 */
export const renamedElementOf = (
  { before, after, sameness }: Engine,
  key: string,
  was: Media,
  is: Media,
): RenamedElement | undefined => {
  if (!XML.test(key) || was === null || is === null || sameness.isSame(was.value, is.value)) return undefined;
  const [old, now] = [elementOf(before, was), elementOf(after, is)];
  if (old === null || now === null || old.name === now.name || (old.isGiven && now.isGiven)) return undefined;
  return { before: old.name, after: now.name };
};

const elementOf = (document: ApiDocument, { value: { schema } }: Located<JsonObject>) => {
  if (!isJsonObject(schema)) return null;
  const ref = refOf(schema) ?? (schema.type === 'array' ? refOf(schema.items) : null);
  const target = ref === null ? null : endOf(document, ref);
  if (target === null) return null;
  const { xml } = isJsonObject(target.value) ? target.value : {};
  if (isJsonObject(xml) && typeof xml.name === 'string') return { name: xml.name, isGiven: true };
  const name = componentName(target);
  return name === null ? null : { name, isGiven: false };
};
