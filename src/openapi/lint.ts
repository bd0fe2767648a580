import { isJsonObject, type JsonObject, type JsonValue, ownField, textOfJson } from '../platform/json.ts';
import { mappedRefs } from './hash.ts';
import { effectiveParameters, followRefs, type OperationPlace, operationsOf } from './operations.ts';
import { templateNames } from './paths.ts';
import { append, toPointer } from './pointer.ts';
import { MAX_WARNINGS, type Problem, ProblemList } from './problem.ts';
import { resolveRef } from './references.ts';
import { componentOf, type Place } from './walk.ts';

/** A reference in the document, and the object that it refers to. */
export type Reference = { place: Place; reference: string; target: JsonValue; targetPointer: string };

/** Collects facts while the document is walked, and turns them into warnings. */
export class Survey {
  readonly references: Reference[] = [];
  warningCount = 0;
  readonly #important = new ProblemList(MAX_WARNINGS);
  readonly #missingDescriptions = new ProblemList(MAX_WARNINGS);
  readonly #operationIds = new Map<string, string>();
  readonly #requirements: Place[] = [];
  /** References to schemas in other ways than by `$ref`. */
  readonly #links: { pointer: string; reference: string }[] = [];

  /** The first warnings. Those of missing descriptions only fill up the list, because there may be very many. */
  get warnings(): Problem[] {
    return [...this.#important.problems, ...this.#missingDescriptions.problems].slice(0, MAX_WARNINGS);
  }

  /** Counts all warnings and keeps the first ones. */
  warn(warning: Problem): void {
    this.warningCount++;
    const list = warning.rule === 'missing-description' ? this.#missingDescriptions : this.#important;
    list.add(warning);
  }

  visit(place: Place): void {
    const { kind, node } = place;
    if (!isJsonObject(node)) return;
    if (kind === 'Schema') this.#visitSchema(node, place);
    else if (kind === 'Operation') this.#visitOperation(node, place.pointer);
    else if (kind === 'SecurityRequirement') this.#requirements.push(place);
    else if (kind === 'Info' && !hasText(node, 'description')) {
      this.warn({
        message: 'Add a description that says what this API is for.',
        pointer: place.pointer,
        rule: 'missing-description',
      });
    }
  }

  #visitOperation(operation: JsonObject, pointer: string): void {
    if (!hasText(operation, 'summary') && !hasText(operation, 'description')) {
      this.warn({ message: 'Add a summary or a description of this operation.', pointer, rule: 'missing-description' });
    }
    const id = ownField(operation, 'operationId');
    if (typeof id !== 'string') return;
    const first = this.#operationIds.get(id);
    if (first === undefined) this.#operationIds.set(id, pointer);
    else {
      const message = `The operationId ${JSON.stringify(id.slice(0, 200))} is also used by ${first}: give each operation its own.`;
      this.warn({ message, pointer: `${pointer}/operationId`, rule: 'duplicate-operation-id' });
    }
  }

  #visitSchema(schema: JsonObject, place: Place): void {
    const pattern = ownField(schema, 'pattern');
    if (typeof pattern === 'string' && !isRegularExpression(pattern)) {
      this.warn({
        message: 'This pattern is not a valid regular expression (ECMA-262).',
        pointer: `${place.pointer}/pattern`,
        rule: 'invalid-pattern',
      });
    }
    for (const reference of mappedRefs(schema)) {
      this.#links.push({ pointer: `${place.pointer}/discriminator/mapping`, reference });
    }
    const dynamic = ownField(schema, '$dynamicRef');
    if (typeof dynamic === 'string') this.#links.push({ pointer: `${place.pointer}/$dynamicRef`, reference: dynamic });
  }

  /** Checks the rules that need the whole document. */
  finish(document: JsonObject): void {
    this.#checkParameters(document);
    this.#checkLinks(document);
    this.#checkRequirements(document);
    this.#checkUnused(document);
  }

  #checkParameters(document: JsonObject): void {
    // Many paths may refer to one path item: its operations are read once.
    const repeated = new WeakMap<JsonObject, Repeated[]>();
    const declared = new WeakMap<JsonObject, { list: JsonValue | undefined; names: ReadonlySet<string> }>();
    for (const place of operationsOf(document)) {
      const { operation, pathItem } = place;
      const pointer = toPointer(['paths', place.path, place.method.toLowerCase()]);
      const list = ownField(pathItem, 'parameters');
      const known = declared.get(operation);
      const names = known?.list === list && known ? known.names : declaredNames(document, place);
      declared.set(operation, { list, names });
      this.#checkDeclared(place.path, names, pointer);
      const found = repeated.get(operation) ?? repeatedParameters(document, operation);
      repeated.set(operation, found);
      for (const { index, message } of found)
        this.warn({ message, pointer: `${pointer}/parameters/${index}`, rule: 'duplicate-parameter' });
    }
  }

  #checkDeclared(path: string, declared: ReadonlySet<string>, pointer: string): void {
    const inPath = new Set(templateNames(path));
    for (const name of inPath) {
      if (declared.has(name)) continue;
      const message = `The path contains {${name.slice(0, 200)}}, but no path parameter with this name is declared.`;
      this.warn({ message, pointer, rule: 'undeclared-path-parameter' });
    }
    for (const name of declared) {
      if (inPath.has(name)) continue;
      const message = `The path parameter ${JSON.stringify(name.slice(0, 200))} does not occur as {${name.slice(0, 200)}} in the path.`;
      this.warn({ message, pointer, rule: 'unused-path-parameter' });
    }
  }

  #checkLinks(document: JsonObject): void {
    for (const { pointer, reference } of this.#links) {
      if (resolveRef(document, reference)) continue;
      const message = `This refers to ${JSON.stringify(reference.slice(0, 200))}, which is not in this document.`;
      this.warn({ message, pointer, rule: 'unresolved-link' });
    }
  }

  #checkRequirements(document: JsonObject): void {
    const schemes = section(document, 'securitySchemes');
    for (const { node, pointer } of this.#requirements) {
      for (const name of Object.keys(node as JsonObject)) {
        if (Object.hasOwn(schemes, name)) continue;
        const message = `No security scheme ${JSON.stringify(name.slice(0, 200))} is defined in components.`;
        this.warn({ message, pointer: append(pointer, name), rule: 'undefined-security-scheme' });
      }
    }
  }

  #checkUnused(document: JsonObject): void {
    const isLibrary = [document.paths, document.webhooks].every(
      part => !isJsonObject(part) || Object.keys(part).length === 0,
    );
    if (isLibrary || !isJsonObject(document.components)) return;
    const used = this.#usedComponents(document);
    for (const kind of Object.keys(document.components)) {
      if (kind.startsWith('x-')) continue;
      for (const name of Object.keys(section(document, kind))) {
        const pointer = toPointer(['components', kind, name]);
        if (!used.has(pointer))
          this.warn({ message: 'Nothing refers to this component.', pointer, rule: 'unused-component' });
      }
    }
  }

  #usedComponents(document: JsonObject): Set<string> {
    const used = new Set<string>();
    for (const { place, targetPointer } of this.references) {
      const component = componentOf(targetPointer);
      if (component !== place.component) used.add(component);
    }
    for (const { reference } of this.#links) used.add(componentOf(resolveRef(document, reference)?.pointer ?? ''));
    for (const { node } of this.#requirements) {
      for (const name of Object.keys(node as JsonObject)) used.add(toPointer(['components', 'securitySchemes', name]));
    }
    for (const variant of this.#variants()) used.add(variant);
    return used;
  }

  /** Schemas that extend a schema with a discriminator count as used, even if nothing refers to them. */
  #variants(): Set<string> {
    const extended = new Map<string, string[]>();
    const roots = new Set<string>();
    for (const { place, target, targetPointer } of this.references) {
      if (place.within?.within?.kind !== 'Components' || !ALL_OF_MEMBER.test(place.pointer)) continue;
      const others = extended.get(targetPointer);
      if (others === undefined) extended.set(targetPointer, [place.component]);
      else others.push(place.component);
      if (isJsonObject(target) && Object.hasOwn(target, 'discriminator')) roots.add(targetPointer);
    }
    const variants = new Set<string>();
    // The loop also reaches what is added during it.
    for (const parent of roots)
      for (const variant of extended.get(parent) ?? []) {
        roots.add(variant);
        variants.add(variant);
      }
    return variants;
  }
}

type Repeated = { index: number; message: string };

function declaredNames(document: JsonObject, place: OperationPlace): Set<string> {
  const parameters = effectiveParameters(document, place).map(parameter => followRefs(document, parameter));
  return new Set(parameters.filter(isPathParameter).map(({ name }) => name as string));
}

function repeatedParameters(document: JsonObject, operation: JsonObject): Repeated[] {
  const seen = new Set<string>();
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  return parameters.flatMap((written, index) => {
    const parameter = followRefs(document, written);
    if (!isJsonObject(parameter)) return [];
    const key = JSON.stringify([parameter.in, parameter.name]);
    const message = `The ${textOfJson(parameter.in)} parameter ${JSON.stringify(parameter.name)} is declared twice.`;
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [{ index, message }] : [];
  });
}

const ALL_OF_MEMBER = /^\/components\/schemas\/[^/]+\/allOf\/\d+$/;

const hasText = (object: JsonObject, key: string): boolean => {
  const text = ownField(object, key);
  return typeof text === 'string' && text.trim() !== '';
};

const isPathParameter = (parameter: JsonValue | undefined): parameter is JsonObject =>
  isJsonObject(parameter) && parameter.in === 'path' && typeof parameter.name === 'string';

function section(document: JsonObject, kind: string): JsonObject {
  const components = ownField(document, 'components');
  const named = isJsonObject(components) ? ownField(components, kind) : undefined;
  return isJsonObject(named) ? named : {};
}

function isRegularExpression(pattern: string): boolean {
  for (const flags of ['u', '']) {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      // It may be valid without the flag.
    }
  }
  return false;
}
