import type { ProjectAction } from '../access/policy.ts';

/** The permission that a caller needs: an action of the policy in the given project, or the SuperAdmin role. */
export type FieldAction = ProjectAction | 'superadmin';

export type JudgedBy = {
  readonly action?: FieldAction | undefined;
  /** Required instead if the caller names no project. */
  readonly withoutProject?: 'superadmin';
  /** Required instead if the caller names a user. */
  readonly withUser?: 'superadmin';
};

/**
 * Declares (`extensions`) the action that the use case of a field requires. A facade that must refuse a request before
 * it reaches the use case checks the policy for this action first.
 */
export const judgedBy = (
  action: FieldAction | undefined,
  others: Omit<JudgedBy, 'action'> = {},
): { readonly judgedBy: JudgedBy } => ({ judgedBy: { action, ...others } });
