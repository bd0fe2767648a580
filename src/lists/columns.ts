import { Prisma } from '../generated/prisma/client.ts';

/** Column names: `createdById` is stored as `created_by`, `branchId` as `branch_id`. */
const columnOf = (field: string): string =>
  field.replace(/ById$/, 'By').replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The SQL columns of a model, under their Prisma field names. */
export const selectColumns = (alias: string, fields: Readonly<Record<string, string>>): Prisma.Sql =>
  Prisma.raw(
    Object.values(fields)
      .map(field => `${alias}."${columnOf(field)}" AS "${field}"`)
      .join(', '),
  );
