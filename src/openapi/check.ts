import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';
import { type Kind, METHODS, mayRefer } from './grammar.ts';
import { type Reference, Survey } from './lint.ts';
import { explain, NO_REFERENCE_HERE } from './messages.ts';
import { effectivePathItem } from './operations.ts';
import { canonicalTemplate } from './paths.ts';
import { append } from './pointer.ts';
import { type Problem, ProblemList } from './problem.ts';
import { isLocalRef, MAX_REFERENCE_CHAIN, resolveRef } from './references.ts';
import { type Format, validatorOf } from './validators.ts';
import { kindAt, Place, referenceOf, type Visitor, walk } from './walk.ts';

/** Most problems to find. More would not help. */
const ENOUGH = 1000;

/** `publish` refuses all errors. `compare` turns those into warnings that leave the meaning clear (`isGuessable`). */
export type Purpose = 'publish' | 'compare';

export type Checked = { problems: Problem[]; survey: Survey };

/** Checks a document against the official schema of its version, and checks that references resolve inside it. */
export function checkDocument(document: JsonObject, format: Format, purpose: Purpose): Checked {
  const checker = new Checker(document, format, purpose);
  checker.checkAll();
  return checker;
}

class Checker implements Checked, Visitor {
  readonly survey = new Survey();
  readonly #found = new ProblemList(ENOUGH);
  readonly #document: JsonObject;
  readonly #format: Format;
  readonly #purpose: Purpose;
  /** Pointer → kind of the object there, for targets of references. */
  readonly #kinds = new Map<string, Kind | undefined>();
  /** Objects outside all known places, by the kinds as which they were walked. */
  readonly #strays = new Map<Kind, Set<JsonValue>>();

  constructor(document: JsonObject, format: Format, purpose: Purpose) {
    this.#document = document;
    this.#format = format;
    this.#purpose = purpose;
  }

  get problems(): Problem[] {
    return this.#found.problems;
  }

  checkAll(): void {
    const { references } = this.survey;
    walk(new Place('OpenApi', this.#document), this);
    // References may lead to objects outside all known places. Walk those as the kind as which they are referenced.
    for (let next = 0; next < references.length; next++) {
      const reference = references[next] as Reference;
      if (this.#kindOf(reference) === undefined) this.#walkStray(reference);
    }
    this.#checkKinds();
    this.#checkChains();
    if (isJsonObject(this.#document.paths) && !this.#found.isFull) this.#checkTemplates(this.#document.paths);
  }

  visit(place: Place): void {
    if (!this.#found.isFull) this.#checkPlace(place);
  }

  #walkStray({ place, target, targetPointer }: Reference): void {
    walk(new Place(place.kind, target, targetPointer), { visit: stray => this.#visitStray(stray) });
  }

  /** Returns false for an object that was walked before, because another reference led to it or to an object around it. */
  #visitStray(place: Place): boolean {
    const { kind, node } = place;
    const known = this.#strays.get(kind) ?? new Set();
    if (known.has(node)) return false;
    if (isJsonObject(node)) this.#strays.set(kind, known.add(node));
    this.visit(place);
    return true;
  }

  /** The kind of a reference's target; undefined if it was not walked yet. */
  #kindOf({ place, target, targetPointer }: Reference): Kind | undefined {
    let kind = this.#kinds.get(targetPointer);
    if (kind === undefined && !this.#kinds.has(targetPointer)) {
      kind = kindAt(this.#document, targetPointer);
      this.#kinds.set(targetPointer, kind);
    }
    return kind ?? [place.kind, ...this.#strays.keys()].find(stray => this.#strays.get(stray)?.has(target));
  }

  #checkPlace(place: Place): void {
    const { kind, node } = place;
    // Media types may be references since 3.2.
    const mayRefer = kind !== 'MediaType' || this.#format === 'OPENAPI_3_2';
    const isReference = mayRefer && this.#checkReference(place);
    if (isReference && !(kind === 'PathItem' || (kind === 'Schema' && this.#format !== 'OPENAPI_3_0'))) return;
    const parent = place.within?.kind;
    if (typeof node === 'string' && parent !== 'Schema' && place.pointer.endsWith('/$ref')) {
      // A $ref in place of a whole map, probably meant for another file.
      this.#found.add({ message: NO_REFERENCE_HERE, pointer: place.pointer, rule: 'openapi-structure' });
      return;
    }
    this.survey.visit(place);
    const faults = validatorOf(this.#format, kind, node)(node);
    if (faults.length === 0) return;
    const isSchemaDetail = parent === 'Schema' || (kind === 'Schema' && isJsonObject(node));
    for (const { isGuessable, message, pointer } of explain(kind, node, faults)) {
      const finding = { message, pointer: place.pointer + pointer };
      if (isSchemaDetail) this.survey.warn({ ...finding, rule: 'schema-object' });
      else if (finding.pointer === '/openapi') continue;
      else if (isGuessable && this.#purpose === 'compare') this.survey.warn({ ...finding, rule: 'openapi-structure' });
      else this.#found.add({ ...finding, rule: 'openapi-structure' });
    }
  }

  #checkReference(place: Place): boolean {
    const reference = referenceOf(place.kind, place.node);
    if (reference === undefined) return this.#checkReferenceType(place);
    const target = resolveRef(this.#document, reference);
    if (target && isUsable(place.kind, target.value)) {
      this.survey.references.push({ place, reference, target: target.value, targetPointer: target.pointer });
      return true;
    }
    const shown = JSON.stringify(reference.slice(0, 200));
    const pointer = append(place.pointer, '$ref');
    if (isLocalRef(this.#document, reference)) {
      const what = target ? 'resolves to a value that is not an object' : 'does not resolve in this document';
      this.#found.add({
        message: `The $ref ${shown} ${what}: fix it or add its target.`,
        pointer,
        rule: 'unresolved-ref',
      });
    } else {
      const message = `The $ref ${shown} leads out of this document. Only local references ("#/…") are accepted and nothing is fetched: bundle the document first.`;
      this.#found.add({ message, pointer, rule: 'external-ref' });
    }
    return true;
  }

  /** Reports a `$ref` that is not a string. Returns true if there is one. */
  #checkReferenceType(place: Place): boolean {
    const { kind, node } = place;
    if (!isJsonObject(node) || !mayHoldReference(kind, node)) return false;
    this.#found.add({
      message: 'A $ref must be a string.',
      pointer: append(place.pointer, '$ref'),
      rule: 'unresolved-ref',
    });
    return true;
  }

  #checkKinds(): void {
    for (const found of this.survey.references) {
      const { place, reference } = found;
      const kind = this.#kindOf(found);
      if (kind === undefined || kind === place.kind) continue;
      const message = `The $ref ${JSON.stringify(reference.slice(0, 200))} refers to a ${kind} object where a ${place.kind} object belongs.`;
      this.survey.warn({ message, pointer: append(place.pointer, '$ref'), rule: 'ref-kind' });
    }
  }

  /** Refuses reference chains that are circular or too long. */
  #checkChains(): void {
    if (!this.survey.references.some(isChained)) return;
    const next = new Map(this.survey.references.map(reference => [reference.place.node, reference]));
    const lengths = new Map<JsonValue, number>();
    for (const start of next.values()) {
      const chain = new Set<Reference>();
      let at: Reference | undefined = start;
      for (; at && !lengths.has(at.place.node) && !chain.has(at); at = next.get(at.target)) chain.add(at);
      if (at && chain.has(at))
        this.#refuseChain(at, 'leads back to itself and never reaches a definition', 'ref-cycle');
      let length = (at && lengths.get(at.place.node)) ?? 0;
      for (const link of [...chain].reverse()) {
        lengths.set(link.place.node, ++length);
        if (length === MAX_REFERENCE_CHAIN)
          this.#refuseChain(
            link,
            'leads through too many other references: refer directly to the last one',
            'ref-chain',
          );
      }
    }
  }

  #refuseChain({ reference, place }: Reference, fault: string, rule: string): void {
    const message = `The $ref ${JSON.stringify(reference.slice(0, 200))} ${fault}.`;
    this.#found.add({ message, pointer: append(place.pointer, '$ref'), rule });
  }

  #checkTemplates(paths: JsonObject): void {
    const seen = new Map<string, string>();
    for (const path of Object.keys(paths)) {
      const item = path.startsWith('/') ? effectivePathItem(this.#document, paths[path] as JsonValue) : undefined;
      for (const method of METHODS) {
        if (!item || !Object.hasOwn(item, method)) continue;
        // A URL has no lone surrogates. Clients send U+FFFD instead.
        const key = `${method} ${canonicalTemplate(path.toWellFormed())}`;
        const other = seen.get(key);
        seen.set(key, other ?? path);
        if (other === undefined) continue;
        const name = method.toUpperCase();
        const message = `${name} ${path} matches the same requests as ${name} ${other}: keep only one of them.`;
        this.#found.add({ message, pointer: append(append('/paths', path), method), rule: 'equivalent-paths' });
      }
    }
  }
}

/** Whether the target of a reference is another reference. */
const isChained = ({ place, target }: Reference): boolean => referenceOf(place.kind, target) !== undefined;

const isUsable = (kind: Kind, target: JsonValue): boolean =>
  isJsonObject(target) || (kind === 'Schema' && typeof target === 'boolean');

const mayHoldReference = (kind: Kind, node: JsonObject): boolean => mayRefer(kind) && Object.hasOwn(node, '$ref');
