import type { ProjectAction } from '../access/policy.ts';

/** What a caller needs: an action of the policy in the named project, or to be a SuperAdmin. */
export type FieldAction = ProjectAction | 'superadmin';

export type JudgedBy = {
  readonly action?: FieldAction | undefined;
  /** When no project is named. */
  readonly withoutProject?: 'superadmin';
  /** When a user is named. */
  readonly withUser?: 'superadmin';
};

/**
 * Declares (`extensions`) by which action the use case of a field judges its caller. A facade that has to refuse a
 * request before it reaches the use case asks the policy about this action first.
 */
export const judgedBy = (
  action: FieldAction | undefined,
  others: Omit<JudgedBy, 'action'> = {},
): { readonly judgedBy: JudgedBy } => ({ judgedBy: { action, ...others } });
