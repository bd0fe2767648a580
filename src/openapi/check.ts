import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';
import { METHODS } from './grammar.ts';
import { explain } from './messages.ts';
import { effectivePathItem } from './operations.ts';
import { canonicalTemplate } from './paths.ts';
import { append } from './pointer.ts';
import type { Problem } from './problem.ts';
import { isLocalRef, resolveRef } from './references.ts';
import { type Format, validatorOf } from './validators.ts';
import { type Place, referenceOf, walk } from './walk.ts';

/** More problems than this say nothing new; finding stops. */
const ENOUGH = 1000;

/** A reference that the document holds, and the object that it stands for. */
export type Reference = { place: Place; reference: string; target: JsonValue; targetPointer: string };

/** What the walk saw, for the rules that come after it. */
export type Places = { all: Place[]; references: Reference[] };

export type Checked = { problems: Problem[]; warnings: Problem[]; places: Places };

/** Refuses what breaks the official schema of the version, and references that lead out or nowhere. */
export function checkDocument(document: JsonObject, format: Format): Checked {
  const checked: Checked = { problems: [], warnings: [], places: { all: [], references: [] } };
  const visited = new Set<JsonValue>();
  const pending: Place[] = [{ kind: 'OpenApi', node: document, pointer: '', parent: undefined }];
  const visit = (place: Place): void => {
    if (checked.problems.length >= ENOUGH) return;
    visited.add(place.node);
    checkPlace(document, format, place, checked);
  };
  // References may lead to objects that stand outside of components: those are walked as what they are used for.
  for (let next = 0; pending.length > 0; ) {
    const place = pending.pop() as Place;
    if (isJsonObject(place.node) && visited.has(place.node)) continue;
    walk(place, visit);
    const { references } = checked.places;
    for (; next < references.length; next++) {
      const { target, targetPointer, place: from } = references[next] as Reference;
      if (isJsonObject(target))
        pending.push({ kind: from.kind, node: target, pointer: targetPointer, parent: undefined });
    }
  }
  checkCycles(checked);
  if (isJsonObject(document.paths)) checkTemplates(document, document.paths, checked.problems);
  return checked;
}

function checkPlace(document: JsonObject, format: Format, place: Place, checked: Checked): void {
  const { kind, node, pointer, parent } = place;
  checked.places.all.push(place);
  const isReference = checkReference(document, place, checked);
  if (isReference && !(kind === 'PathItem' || (kind === 'Schema' && format === 'OPENAPI_3_1'))) return;
  const faults = validatorOf(format, kind, node)(node);
  if (faults.length === 0) return;
  const isSchemaDetail = kind === 'Schema' && (parent === 'Schema' || isJsonObject(node) || typeof node === 'boolean');
  for (const finding of explain(kind, node, faults, pointer)) {
    if (isSchemaDetail) checked.warnings.push({ ...finding, rule: 'schema-object' });
    else if (finding.pointer !== '/openapi') checked.problems.push({ ...finding, rule: 'openapi-structure' });
  }
}

function checkReference(document: JsonObject, place: Place, { problems, places }: Checked): boolean {
  const reference = referenceOf(place.kind, place.node);
  if (reference === undefined) return false;
  const pointer = append(place.pointer, '$ref');
  const shown = JSON.stringify(reference.slice(0, 200));
  const target = resolveRef(document, reference);
  if (target) places.references.push({ place, reference, target: target.value, targetPointer: target.pointer });
  else if (isLocalRef(document, reference)) {
    problems.push({
      message: `The $ref ${shown} resolves to nothing in this document; add what it names.`,
      pointer,
      rule: 'unresolved-ref',
    });
  } else {
    const message = `The $ref ${shown} leads out of this document. Only local ones ("#/…") are taken and nothing is fetched: bundle the document first.`;
    problems.push({ message, pointer, rule: 'external-ref' });
  }
  return true;
}

/** A chain of references that ends in itself stands for no object. */
function checkCycles({ places, problems }: Checked): void {
  const next = new Map<JsonValue, Reference>();
  for (const reference of places.references) next.set(reference.place.node, reference);
  const done = new Set<JsonValue>();
  for (const start of places.references) {
    const chain = new Set<JsonValue>();
    let at: Reference | undefined = start;
    while (at && !done.has(at.place.node) && !chain.has(at.place.node)) {
      chain.add(at.place.node);
      at = next.get(at.target);
    }
    if (at && chain.has(at.place.node)) {
      const message = `The $ref ${JSON.stringify(at.reference.slice(0, 200))} leads back to itself and never to a definition.`;
      problems.push({ message, pointer: append(at.place.pointer, '$ref'), rule: 'ref-cycle' });
    }
    for (const node of chain) done.add(node);
  }
}

function checkTemplates(document: JsonObject, paths: JsonObject, problems: Problem[]): void {
  const seen = new Map<string, string>();
  for (const path of Object.keys(paths)) {
    if (!path.startsWith('/')) continue;
    const item = effectivePathItem(document, paths[path] as JsonValue);
    for (const method of METHODS) {
      if (!item || !Object.hasOwn(item, method)) continue;
      const key = `${method} ${canonicalTemplate(path)}`;
      const other = seen.get(key);
      if (other === undefined) seen.set(key, path);
      else {
        const message = `${method.toUpperCase()} ${path} matches the same requests as ${method.toUpperCase()} ${other}; keep one of them.`;
        problems.push({ message, pointer: append(append('/paths', path), method), rule: 'equivalent-paths' });
      }
    }
  }
}
