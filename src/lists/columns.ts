import { Prisma } from '../generated/prisma/client.ts';

/** `createdById` is kept as `created_by`, `branchId` as `branch_id`. */
const columnOf = (field: string): string =>
  field.replace(/ById$/, 'By').replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The SQL columns of a model under the names that the Prisma client gives them. */
export const selectColumns = (alias: string, fields: Readonly<Record<string, string>>): Prisma.Sql =>
  Prisma.raw(
    Object.values(fields)
      .map(field => `${alias}."${columnOf(field)}" AS "${field}"`)
      .join(', '),
  );
