import { getNamedType, isEnumType, isNonNullType } from 'graphql';
import { type FieldError, fieldMessage } from '../../src/platform/errors.ts';
import { isBlank } from '../../src/platform/fields.ts';
import { isId } from '../../src/platform/ids.ts';
import { type Decode, jsonDecoder } from '../decode.ts';
import type { Failure } from '../execute.ts';
import { isExpected, type JsonSchema, sortedByWire, variablesSchema, wireOf } from '../json-schema.ts';
import { unknownKeys } from '../known-keys.ts';
import type { Operation } from '../operations.ts';
import type { Variable } from '../variables.ts';
import type { Params } from './message.ts';

export type Decoded = { readonly variables: Record<string, unknown> } | { readonly failure: Failure };

/** Tells a model where each id comes from. */
const descriptions: Readonly<Record<string, string>> = {
  project_id: 'From list_projects.',
  document_id: 'From list_documents.',
  version_id: 'From a list of versions, or latest_version_id.',
  endpoint_id: 'From list_api_endpoints or search_endpoints.',
  from_version_id: 'The id of the old version.',
  to_version_id: 'The id of the new version.',
  diff_id: 'The id from compare_api_versions.',
  draft_id: 'From list_drafts or a create tool.',
  branch_id: 'The branch: its name, such as dev, or its id.',
  branch: 'A branch: its name, such as dev, or its id.',
  expected_revision: 'The revision that you last read.',
  version_name: 'Label of the new version, such as 1.4.0.',
  schema_content: 'The whole OpenAPI 3.0 or 3.1 document as JSON or YAML.',
  markdown_content: 'The whole Markdown document.',
  path: 'Exactly this path template, such as /pets/{petId}.',
  reply_to: 'The id of a comment.',
  body: 'Your comment, in Markdown.',
  pointer: 'JSON pointer of one value in the answer, such as /responses/200: returns only that value.',
  changelog: 'What changes, in words. Blank: none.',
  source_git_commit_id: 'The commit of the text. Blank: none.',
  page_size: 'Maximum items.',
  offset: 'Items to skip.',
  search: 'Only items that contain this, ignoring case.',
  max_bytes: 'Maximum bytes.',
  hash: 'The hash of the first part, for the next ones.',
  changes_offset: 'Changes of diff_preview to skip.',
};

/** Descriptions of arguments that several tools share; the others come from the schema. */
const descriptionOf = ({ name, description }: Variable): string | undefined => descriptions[name] ?? description;

/** Of a failure "not found": says where the ids come from for which a model sent a name. A branch may be named. */
export function whereIdsAre({ variables }: Operation, args: Params, { status }: Failure): string {
  if (status !== 'NOT_FOUND') return '';
  const wrong = variables.filter(({ name, type }) => {
    const given = args[name];
    return name !== 'branch_id' && getNamedType(type).name === 'ID' && typeof given === 'string' && !isId(given);
  });
  return wrong.map(({ name }) => `; ${name} is a UUID, ${sourceOf(name)}`).join('');
}

function sourceOf(name: string): string {
  const description = descriptions[name] ?? '';
  return `${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`;
}

const OFFSET_IN_TEXT = 'The first byte: 0, or next_offset of the previous part.';

/** The arguments of a tool as a JSON Schema (2020-12). */
export function inputSchema(operation: Operation): JsonSchema {
  const { properties, ...schema } = variablesSchema(operation);
  const inParts = operation.variables.some(({ name }) => name === 'max_bytes');
  const described = Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
    const variable = operation.variables.find(candidate => candidate.name === name) as Variable;
    const description = inParts && name === 'offset' ? OFFSET_IN_TEXT : descriptionOf(variable);
    // Some clients reject unknown formats, and a malformed id gets an error message anyway.
    const { format, ...plain } = enumNames(variable) ?? property;
    if (plain.default === 0) for (const keyword of ['default', 'maximum']) delete plain[keyword];
    return [name, { ...plain, ...(description !== undefined && { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(described), additionalProperties: false };
}

/** The arguments of a prompt, all of them strings. */
export const describedArguments = (operation: Operation) =>
  operation.variables.map(variable => {
    const { name, required } = variable;
    const said = descriptionOf(variable);
    return { name, required, ...(said !== undefined && { description: said }) };
  });

/** The values of an enum by name, because prompt arguments are strings. */
function enumNames({ type }: Variable): JsonSchema | undefined {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (!isEnumType(inner)) return undefined;
  return { type: 'string', enum: sortedByWire(inner).map(({ name }) => name.toLowerCase()) };
}

/** Strict: unknown arguments are errors, so that the model notices its mistake. */
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
  // Models send null for arguments that they want to omit.
  if (given === undefined || given === null) return required ? 'is required' : undefined;
  const decoded = decode(given);
  if ('problem' in decoded) return decoded.problem;
  const isEmpty = typeof given === 'string' && isBlank(given);
  if (required && isEmpty) return 'must not be blank';
  // The domain checks the revision after permissions and existence. A blank one counts as missing.
  variables[name] = isEmpty && isExpected(variable) ? '' : decoded.value;
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

/** One message for all errors, for models that read nothing else. */
function invalid(errors: readonly FieldError[]): Failure {
  const message = errors.map(({ field = '', message }) => fieldMessage(field, message)).join('; ');
  return { status: 'INVALID_ARGUMENT', message, errors };
}
