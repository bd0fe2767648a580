import { isEnumType, isNonNullType } from 'graphql';
import { type FieldError, fieldMessage } from '../../src/platform/errors.ts';
import { type Decode, jsonDecoder } from '../decode.ts';
import type { Failure } from '../execute.ts';
import { unknownKeys } from '../known-keys.ts';
import type { Operation } from '../load.ts';
import { isExpected, type JsonSchema, sortedByWire, variablesSchema, wireOf } from '../operation.ts';
import type { Variable } from '../variables.ts';
import type { Params } from './message.ts';

export type Decoded = { readonly variables: Record<string, unknown> } | { readonly failure: Failure };

/** Where each id comes from, for a model that has to find it. */
const descriptions: Readonly<Record<string, string>> = {
  project_id: 'The project: an id from list_projects.',
  document_id: 'The document: an id from list_documents of this project.',
  version_id:
    'The published version: an id from list_api_versions or list_doc_versions, or latest_version_id of a branch.',
  endpoint_id: 'The endpoint: an id from list_api_endpoints of this version.',
  from_version_id: 'The old version: an id from list_api_versions or list_doc_versions.',
  to_version_id: 'The new version: an id from the same list.',
  diff_id: 'The diff: the id that compare_api_versions or compare_doc_versions gave.',
  draft_id: 'The draft: the id that creating it gave.',
  branch_id: 'The branch: an id from list_document_branches.',
  branch: 'The branch: an id from list_document_branches, or its name, such as dev.',
  expected_revision: 'The revision that you read last from the draft.',
  version_name: 'Label of the version to be, such as 1.4.0: 1 to 100 characters.',
  schema_content: 'The whole OpenAPI 3.0 or 3.1 document as JSON or YAML.',
  markdown_content: 'The whole Markdown document.',
  path: 'Only this path template, exactly, such as /pets/{petId}.',
  changelog: 'What changes, in words; up to 20,000 characters. Blank: none.',
  source_git_commit_id: 'The commit that the text was made from; up to 100 characters. Blank: none.',
  reply_to: 'The comment: an id from the list of comments on this draft.',
  body: 'What you say, Markdown of up to 10,000 characters.',
  max_bytes: 'How many bytes of the text to give at most: 1 MiB when absent; ask for less when you have little room.',
};

/** What takes an argument tells more than its name: a branch, or the id of one. */
const saidOf = ({ name, target }: Variable): string | undefined => descriptions[target] ?? descriptions[name];

const OFFSET_IN_TEXT = 'At which byte of the text to begin: 0, or next_offset of the part before.';

/** What a tool takes, as a JSON Schema (2020-12). */
export function inputSchema(operation: Operation): JsonSchema {
  const { properties, ...schema } = variablesSchema(operation);
  const inParts = operation.variables.some(({ name }) => name === 'max_bytes');
  const described = Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
    const variable = operation.variables.find(candidate => candidate.name === name) as Variable;
    const description = inParts && name === 'offset' ? OFFSET_IN_TEXT : (saidOf(variable) ?? property.description);
    return [name, { ...(enumNames(variable) ?? property), ...(description !== undefined && { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(described), additionalProperties: false };
}

/** The arguments of a prompt: all of them strings. */
export const describedArguments = (operation: Operation) =>
  operation.variables.map(variable => {
    const { name, required } = variable;
    const said = saidOf(variable) ?? variable.description;
    return { name, required, ...(said !== undefined && { description: said }) };
  });

/** Arguments are strings: enums are named. */
function enumNames({ type }: Variable): JsonSchema | undefined {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (!isEnumType(inner)) return undefined;
  return { type: 'string', enum: sortedByWire(inner).map(({ name }) => name.toLowerCase()) };
}

/** Strict: an argument that the tool does not know is a mistake that the model should see. */
export function argumentDecoder(operation: Operation): (args: Params) => Decoded {
  const decoders = new Map(
    operation.variables.map(variable => [variable.name, [variable, decoderOf(variable)] as const]),
  );
  const known = [...decoders.keys()];
  return args => {
    const errors = unknownKeys(Object.keys(args), known);
    const variables: Record<string, unknown> = {};
    for (const [name, [variable, decode]] of decoders) {
      const given = Object.hasOwn(args, name) ? args[name] : undefined;
      const problem = take(variables, variable, decode, given);
      if (problem !== undefined) errors.push({ field: name, message: problem });
    }
    return errors.length > 0 ? { failure: invalid(errors) } : { variables };
  };
}

function take(
  variables: Record<string, unknown>,
  variable: Variable,
  decode: Decode,
  given: unknown,
): string | undefined {
  const { name, required } = variable;
  // Models write null where they mean to leave something out.
  if (given === undefined || given === null) return required ? 'is required' : undefined;
  const decoded = decode(given);
  if ('problem' in decoded) return decoded.problem;
  const isBlank = typeof given === 'string' && given.trim() === '';
  if (required && isBlank) return 'must not be blank';
  // The domain asks for the revision, after rights and existence: one of blanks is none.
  variables[name] = isBlank && isExpected(variable) ? '' : decoded.value;
  return undefined;
}

function decoderOf(variable: Variable): Decode {
  const inner = isNonNullType(variable.type) ? variable.type.ofType : variable.type;
  if (!isEnumType(inner)) return jsonDecoder(variable);
  const values = inner.getValues();
  const byWire = new Map(
    values.flatMap(value => [
      [String(wireOf(value)), value.name],
      [value.name.toLowerCase(), value.name],
    ]),
  );
  const problem = `must be one of ${values.map(({ name }) => name.toLowerCase()).join(', ')}`;
  return given => {
    const isScalar = typeof given === 'string' || typeof given === 'number';
    const value = isScalar ? byWire.get(String(given).toLowerCase()) : undefined;
    return value === undefined ? { problem } : { value };
  };
}

/** One message for all, so that a model that reads nothing else knows what to mend. */
function invalid(errors: readonly FieldError[]): Failure {
  const message = errors.map(({ field = '', message }) => fieldMessage(field, message)).join('; ');
  return { status: 'INVALID_ARGUMENT', message, errors };
}
