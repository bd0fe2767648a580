import {
  type DocumentNode,
  GraphQLError,
  Lexer,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';

/** What one request may hold. docs/graphql.md tells callers. */
export const LIMITS = {
  depth: 15,
  tokens: 10_000,
  aliases: 30,
  complexity: 5_000,
  /** Fields that end in a value, each counted as often as the pages around it have items. */
  values: 100_000,
  /** What lists without pages may add to them; so many take some hundred milliseconds. */
  answeredValues: 500_000,
  characters: 256 * 1024,
  nameCharacters: 200,
  /** Selections nested in each other, inline fragments too, whatever they cost. */
  selections: 50,
  /** Selections that are looked at: those of a fragment that is spread in many places once for each. */
  repeatedFields: 50_000,
  operations: 25,
  fragments: 250,
  variables: 200,
  variableValues: 10_000,
  variableDepth: 50,
};

export const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'INVALID_ARGUMENT' } });

/** Brackets of all kinds, values and arguments included: the parser and the validation call themselves for each. */
const NESTING = 100;

/** The line of each error is counted from the start of the text: in longer texts errors come without one. */
const LINES = 1_000;

const OPENING: string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const CLOSING: string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

export const tooDeep = () => refuse(`The query is nested more than ${LIMITS.depth} levels deep`);

/** Reads a document of a caller; one that is too much is refused before anything slow happens to it. */
export function parseDocument(text: string): DocumentNode {
  if (text.length > LIMITS.characters)
    throw refuse(`The query has more than ${LIMITS.characters} characters: send large values as variables`);
  const lines = checkTokens(text);
  const document = parse(text, { maxTokens: LIMITS.tokens, noLocation: lines > LINES });
  checkShape(document);
  return document;
}

/** Bounds what the parser will see, and tells how many lines there are. */
function checkTokens(text: string): number {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let count = 0; count <= LIMITS.tokens; count += 1) {
    const { kind, start, end } = lexer.advance();
    if (kind === TokenKind.EOF) break;
    if (kind === TokenKind.NAME && end - start > LIMITS.nameCharacters)
      throw refuse(`A name may have at most ${LIMITS.nameCharacters} characters`);
    if (OPENING.includes(kind)) depth += 1;
    if (CLOSING.includes(kind)) depth -= 1;
    if (depth > NESTING) throw tooDeep();
  }
  return lexer.line;
}

/**
 * Refuses a document whose shape alone is too much, before validation, which compares operations, fragments and fields
 * with each other: the same field more than 30 times in one selection, or selections nested too deep in the text.
 */
function checkShape({ definitions }: DocumentNode): void {
  const operations = definitions.filter(definition => definition.kind === 'OperationDefinition');
  if (operations.length > LIMITS.operations)
    throw refuse(`A document may have at most ${LIMITS.operations} operations`);
  if (definitions.length - operations.length > LIMITS.fragments)
    throw refuse(`A document may have at most ${LIMITS.fragments} fragments`);
  operations.forEach(checkVariableCount);
  for (const definition of definitions) if ('selectionSet' in definition) checkSelections(definition.selectionSet, 1);
}

function checkVariableCount({ variableDefinitions = [] }: OperationDefinitionNode): void {
  if (variableDefinitions.length > LIMITS.variables)
    throw refuse(`An operation may declare at most ${LIMITS.variables} variables`);
}

export const tooManyTimes = (field: string) =>
  refuse(`The field "${field}" is asked for more than ${LIMITS.aliases} times`);

export const tooRepetitive = () => refuse('The query is too large: its fragments repeat too many fields');

function checkSelections(set: SelectionSetNode, depth: number): void {
  if (depth > LIMITS.selections) throw tooDeep();
  const uses = new Map<string, number>();
  for (const selection of set.selections) {
    const name =
      selection.kind === 'Field'
        ? selection.name.value
        : selection.kind === 'FragmentSpread'
          ? `...${selection.name.value}`
          : '...';
    const count = (uses.get(name) ?? 0) + 1;
    if (count > LIMITS.aliases) throw tooManyTimes(name);
    uses.set(name, count);
    if (selection.kind !== 'FragmentSpread' && selection.selectionSet)
      checkSelections(selection.selectionSet, depth + 1);
  }
}

/** Refuses variables of very many values, each of which would be looked at more than once; tells how much text there is. */
export function checkVariables(variables: unknown): number {
  let level: unknown[] = [variables];
  let [count, characters] = [0, 0];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > LIMITS.variableDepth)
      throw refuse(`The variables are nested more than ${LIMITS.variableDepth} levels deep`);
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') characters += value.length;
      if (typeof value !== 'object' || value === null) continue;
      if (!Array.isArray(value)) characters += checkKeys(value);
      const values = Array.isArray(value) ? value : Object.values(value);
      count += values.length;
      if (count > LIMITS.variableValues) throw refuse(`The variables hold more than ${LIMITS.variableValues} values`);
      for (const item of values) below.push(item);
    }
    level = below;
  }
  return characters;
}

function checkKeys(object: object): number {
  let characters = 0;
  for (const key of Object.keys(object)) {
    characters += key.length;
    if (key.length > LIMITS.nameCharacters)
      throw refuse(`A name in the variables may have at most ${LIMITS.nameCharacters} characters`);
  }
  return characters;
}
