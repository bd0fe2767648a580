import { type ApiDocument, type Located, lookUp, refOf } from '../document.ts';
import type { Node } from './schema-map.ts';

/** The end of a chain of references, when the node is nothing but a reference. */
export const targetOf = (document: ApiDocument, node: Node): { node: Node; referred: boolean } => {
  const [only] = node;
  const ref = node.length === 1 && only !== undefined ? bareRef(document, only) : null;
  const end = ref === null ? null : endOf(document, ref);
  return end === null ? { node, referred: false } : { node: [end], referred: true };
};

/** What stands behind a reference, and the references behind it; null when there is nothing. */
export const endOf = (document: ApiDocument, ref: string): Located | null => {
  const first = lookUp(document, ref);
  let end = first;
  let next = first === null ? null : bareRef(document, first);
  if (next === null) return end;
  const seen = new Set([ref]);
  while (end !== null && next !== null && !seen.has(next)) {
    seen.add(next);
    const found = lookUp(document, next);
    if (found === null) return end;
    end = found;
    next = bareRef(document, found);
  }
  return end;
};

/** In 3.0 nothing counts beside `$ref`; in 3.1 only annotations may stand there without effect. */
const NO_EFFECT = new Set(['$ref', 'description', 'summary', 'title', 'example', 'examples', '$comment']);
const bareRef = (document: ApiDocument, { value }: Located): string | null => {
  const ref = refOf(value);
  if (ref === null || document.dialect === '3.0') return ref;
  return Object.keys(value as object).every(key => NO_EFFECT.has(key)) ? ref : null;
};
