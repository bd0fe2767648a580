import { useRef, useState } from 'react';
import { act, ask } from '../../app/ask.ts';
import { graphql } from '../../app/graphql.ts';
import { useInOrder } from '../../app/use-in-order.ts';
import { useProblem } from '../../app/use-problem.ts';
import type { DiffProfile, DiffSeverity, UpdateDiffPolicyInput } from '../../gql/graphql.ts';

export const DIFF_POLICY = graphql(`
  query DiffPolicy($id: ID!) {
    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }
  }
`);

const UPDATE_DIFF = graphql(`
  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }
`);

type Override = { rule: string; severity: DiffSeverity };
type Edit = (overrides: Override[]) => Override[];

export const withoutRule =
  (rule: string): Edit =>
  overrides =>
    overrides.filter(one => one.rule !== rule);

/**
 * Changes the diff policy. The service replaces all overrides at once, so each change reads the stored overrides first
 * and edits those, not the overrides that the page shows.
 */
export function useDiffPolicy(projectId: string, refresh: () => void) {
  const { problem, note } = useProblem();
  const [waiting, setWaiting] = useState(0);
  const unanswered = useRef(0);
  const inOrder = useInOrder();
  async function inputOf(edit: Edit) {
    const { data, error } = await ask(DIFF_POLICY, { id: projectId });
    const overrides = data?.project?.diffPolicy?.overrides.map(({ rule, severity }) => ({ rule, severity }));
    return overrides ? { overrides: edit(overrides) } : { error };
  }
  async function send(input: Omit<UpdateDiffPolicyInput, 'projectId'>) {
    const { error } = await act(UPDATE_DIFF, { input: { projectId, ...input } });
    return error;
  }
  async function change(work: () => ReturnType<typeof send>) {
    unanswered.current += 1;
    setWaiting(unanswered.current);
    const error = await inOrder(work);
    unanswered.current -= 1;
    setWaiting(unanswered.current);
    // Refresh only after the last change: an answer read between two changes could arrive after the second.
    if (unanswered.current === 0) refresh();
    note(error);
    return error === undefined;
  }
  return {
    problem,
    busy: waiting > 0,
    forget: () => note(undefined),
    choose: (profile: DiffProfile) => change(() => send({ profile })),
    edit: (edit: Edit) =>
      change(async () => {
        const { overrides, error } = await inputOf(edit);
        return overrides ? send({ overrides }) : error;
      }),
  };
}
