import { wireName } from '../src/platform/fields.ts';

/** Converts field names in backticks to wire names in a description of the schema. */
export const inWireNames = (description: string | null | undefined): string | undefined =>
  description?.replaceAll(/`([a-z]+[A-Z]\w*)`/g, (_, name: string) => `\`${wireName(name)}\``) ?? undefined;
