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
import { LongText } from '../platform/long-text.ts';

/** Limits of one request. docs/graphql.md documents them for callers. */
export const LIMITS = {
  depth: 15,
  tokens: 10_000,
  aliases: 30,
  complexity: 5_000,
  /** Leaf fields, each multiplied by the page sizes around it. */
  values: 100_000,
  /** Most values in a response, including lists without pages. This many take some hundred milliseconds. */
  answeredValues: 500_000,
  characters: 256 * 1024,
  nameCharacters: 200,
  /** Nesting of selection sets, including inline fragments. */
  selections: 50,
  /** Selections visited by an analysis. A fragment counts once for each place that spreads it. */
  repeatedFields: 50_000,
  operations: 25,
  fragments: 250,
  variables: 200,
  variableValues: 10_000,
  variableDepth: 50,
};

export const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'INVALID_ARGUMENT' } });

/** Nesting of brackets of all kinds. The parser and the validation recurse once for each level. */
const NESTING = 100;

/** For longer texts, errors have no line numbers: graphql-js counts lines from the start for each error. */
const LINES = 1_000;

const OPENING: string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const CLOSING: string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

export const tooDeep = () => refuse(`The query is nested more than ${LIMITS.depth} levels deep`);

/** Parses a document of a caller. Refuses one that is too large before any slow step. */
export function parseDocument(text: string): DocumentNode {
  if (text.length > LIMITS.characters)
    throw refuse(`The query has more than ${LIMITS.characters} characters: send large values as variables`);
  const lines = checkTokens(text);
  const document = parse(text, { maxTokens: LIMITS.tokens, noLocation: lines > LINES });
  checkShape(document);
  return document;
}

/** Checks token limits before parsing. Returns the number of lines. */
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
 * Refuses documents by their shape before validation, which compares operations, fragments and fields with each other:
 * for example the same field more than 30 times in one selection, or selections nested too deeply.
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
  refuse(`The query selects the field "${field}" more than ${LIMITS.aliases} times at one level`);

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

/**
 * Refuses variables with too many values, because each is visited several times. Returns the characters of all texts.
 */
export function checkVariables(variables: unknown): number {
  let level: unknown[] = [variables];
  let [count, characters] = [0, 0];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > LIMITS.variableDepth)
      throw refuse(`The variables are nested more than ${LIMITS.variableDepth} levels deep`);
    const below: unknown[] = [];
    for (const value of level) {
      const isText = typeof value === 'string' || value instanceof LongText;
      if (isText) characters += value.length;
      if (isText || typeof value !== 'object' || value === null) continue;
      if (!Array.isArray(value)) characters += checkKeys(value);
      const values = Array.isArray(value) ? value : Object.values(value);
      count += values.length;
      if (count > LIMITS.variableValues)
        throw refuse(`The variables contain more than ${LIMITS.variableValues} values`);
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
