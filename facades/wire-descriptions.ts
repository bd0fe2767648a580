import { wireName } from '../src/platform/fields.ts';

/** A description of the schema, which writes the names of its fields in backticks, as callers of a facade read it. */
export const inWireNames = (description: string | null | undefined): string | undefined =>
  description?.replaceAll(/`([a-z]+[A-Z]\w*)`/g, (_, name: string) => `\`${wireName(name)}\``) ?? undefined;
