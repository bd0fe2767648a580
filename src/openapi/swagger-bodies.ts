import type { JsonObject, JsonValue } from '../platform/json.ts';
import { convertSchema, extensionsOf, parameterSchema, pick, styleOf } from './swagger-schemas.ts';

// In Swagger 2.0, the body and the fields of a form are parameters.

export type Parameters = { plain: JsonObject[]; body: JsonObject | undefined; form: JsonObject[] };

export const FORM_TYPES = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i;

export const isFormField = ({ in: place }: JsonObject): boolean => place === 'formData';

export function plainBody(parameter: JsonObject, consumes: readonly string[]): JsonObject {
  const { schema } = parameter;
  const media: JsonObject = schema === undefined ? {} : { schema: convertSchema(schema) };
  return {
    ...pick(parameter, ['description', 'required']),
    ...extensionsOf(parameter),
    content: Object.fromEntries(consumes.map(type => [type, media])),
  };
}

export function formBody(fields: readonly JsonObject[], consumes: readonly string[] = []): JsonObject {
  const required = fields.filter(field => field.required === true).map(({ name }) => String(name));
  const properties = fields.map((field): [string, JsonValue] => {
    const schema = parameterSchema(field);
    return [String(field.name), { ...(schema as JsonObject), ...pick(field, ['description']) }];
  });
  const styles = fields.flatMap(field => {
    const style = styleOf(field);
    return Object.keys(style).length === 0 ? [] : [[String(field.name), style]];
  });
  const media: JsonObject = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    ...(styles.length > 0 && { encoding: Object.fromEntries(styles) }),
  };
  const byContent = fields.some(({ type }) => type === 'file')
    ? 'multipart/form-data'
    : 'application/x-www-form-urlencoded';
  const types = consumes.length > 0 ? consumes : [byContent];
  return {
    ...(required.length > 0 && { required: true }),
    content: Object.fromEntries(types.map(type => [type, media])),
  };
}
