import { authorizeAs, type CallerNow, callerNow } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import type { Parents } from '../access/policy.ts';
import { type Compared, readItems } from '../diffs/judged-changes.ts';
import { type Draft, Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched } from '../lists/batch.ts';
import type { DiffItem } from '../openapi-diff/model.ts';
import { sha256 } from '../platform/crypto.ts';
import { invalidArgument, notFound } from '../platform/errors.ts';
import { withWrites } from '../platform/rows.ts';
import { inSqlTransaction } from '../platform/sql-transactions.ts';
import { refuseArchived } from '../projects/archived.ts';
import { keysFound } from './previews.ts';
import { loadDraft } from './standing.ts';

// Marks of the changes that a reviewer has seen. A mark contains the digest of the change, so a change stays seen if the next
// submission does not change it.

export type SeenChange = { key: string; digest: string };
export type SeenInput = Parents & { id: string; changes: SeenChange[]; seen?: boolean | null };

/** Each change is three values (itself, key and digest) of the 10,000 that the variables of a query may have. */
const MAX_CHANGES = 3000;
const HEX = /^[0-9a-f]{32}$/;

/** Marks changes as seen by the caller, or removes the marks. Changes that the draft does not have are left out. */
export async function markChangesSeen(call: Context, input: SeenInput): Promise<Draft> {
  const draft = await loadDraft(call, 'draft.mark_seen', input.id, input);
  const { changes, seen } = input;
  if (changes.length > MAX_CHANGES) throw invalidArgument('changes', `must have at most ${MAX_CHANGES} items`);
  if (changes.some(({ key, digest }) => !HEX.test(key) || !HEX.test(digest)))
    throw invalidArgument('changes', 'must contain the key and the digest of each change, as diffs return them');
  refuseArchived(draft.place.statuses);
  const keys = changes.map(({ key }) => key);
  const found = keys.length > 0 ? await keysFound(call, draft, keys) : [];
  const marks = new Map(changes.filter((_, index) => found[index]).map(({ key, digest }) => [key, digest]));
  await writeMarks(call, draft, seen === false ? removal(call, draft, marks) : insertion(call, draft, marks));
  return draft;
}

type Marks = ReadonlyMap<string, string>;

const removal = (call: Call, { id }: Draft, marks: Marks): Prisma.Sql => Prisma.sql`
  DELETE FROM seen_changes
  WHERE draft_id = ${id}::uuid AND user_id = ${signedIn(call).id}::uuid AND key = ANY(${[...marks.keys()]}::text[])`;

const insertion = (call: Call, { id }: Draft, marks: Marks): Prisma.Sql => Prisma.sql`
  INSERT INTO seen_changes (draft_id, user_id, key, digest)
  SELECT d.id, ${signedIn(call).id}::uuid, mark.key, mark.digest
  FROM drafts d, unnest(${[...marks.keys()]}::text[], ${[...marks.values()]}::text[]) AS mark(key, digest)
  WHERE d.id = ${id}::uuid
  ON CONFLICT (draft_id, user_id, key) DO UPDATE SET digest = EXCLUDED.digest, seen_at = now()`;

/** Locks the draft, writes the marks and checks the current rights of the caller. */
const writeMarks = (call: Call, { id, projectId }: Draft, marks: Prisma.Sql): Promise<void> =>
  inSqlTransaction(call.db, async tx => {
    const caller = callerNow(call, Prisma.sql`${projectId}::uuid`);
    const [[held], [read]] = await tx.sendBoth<{ id: string }, { caller: CallerNow }>(
      Prisma.sql`SELECT id::text FROM drafts WHERE id = ${id}::uuid FOR KEY SHARE`,
      withWrites({ marks }, Prisma.sql`SELECT ${caller} AS caller`),
    );
    if (held === undefined) throw notFound('Draft');
    await authorizeAs(read?.caller ?? null, call, 'draft.mark_seen', projectId);
  });

const marksOfDraft: Batch<string, Map<string, string>> = {
  async load(context, draftIds) {
    const where = { draftId: { in: [...draftIds] }, userId: signedIn(context).id };
    const byDraft = Map.groupBy(await context.db.seenChange.findMany({ where }), ({ draftId }) => draftId);
    return draftIds.map(id => new Map((byDraft.get(id) ?? []).map(({ key, digest }) => [key, digest])));
  },
};

/** The keys of current changes that the caller has seen unchanged. Agents have no marks. */
export async function readSeenKeys(context: Context, draftId: string, compared: Compared): Promise<string[]> {
  if (context.actor.kind !== 'user') return [];
  const marks = await batched(context, marksOfDraft, draftId);
  if (marks.size === 0) return [];
  const items = await readItems(context, compared, {});
  return items.filter(item => marks.get(item.key) === digestOf(item)).map(({ key }) => key);
}

/** Digest of a change, 32 hex digits. It changes with the rule, the values or the message of the change. */
export const digestOf = ({ rule, key, oldValue, newValue, message }: DiffItem): string =>
  sha256(JSON.stringify([rule, key, oldValue ?? null, newValue ?? null, message])).slice(0, 32);
