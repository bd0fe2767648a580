import { LRUCache } from 'lru-cache';
import type { Context } from '../access/context.ts';
import { authorizeFound } from '../access/policy.ts';
import type { ComparedContents, ComparedItems } from '../contents/comparisons.ts';
import { bytesAtHand, sizeOfHash } from '../contents/texts.ts';
import type { PackedText } from '../contents/worker/packed.ts';
import { type Batch, batched } from '../lists/batch.ts';
import { type Window, windowOf } from '../lists/window.ts';
import type { AffectedOperation, DiffSummary } from '../openapi-diff/model.ts';
import { unpackItemsInPieces } from '../openapi-diff/report/packed-items.ts';
import { attached } from '../platform/attached.ts';
import { yieldToEventLoop } from '../platform/event-loop.ts';
import type { JsonValue } from '../platform/json.ts';
import { writeChangelog } from './changelog.ts';
import { judgementOfDocument } from './exceptions.ts';
import { filterItems, hasFilters, type ItemFilters } from './filters.ts';
import { type Grouping, groupItems, type ItemGroup } from './groups.ts';
import {
  digestOf,
  isStored,
  type JudgedItem,
  type JudgedSummary,
  type Judgement,
  judge,
  summarize,
  summarizeStored,
  summarizeUnread,
} from './judge.ts';
import type { Profile } from './profiles.ts';
import { type SemverHint, semverHint } from './semver.ts';

/** A stored comparison and the project and document whose policy applies. */
export type Compared = { comparison: ComparedContents; projectId: string; documentId: string; diffId?: string };

export type View = { profile?: Profile | null };

/** The judgement of the project and document. The reader may choose another profile. */
async function judgementOf(context: Context, documentId: string, { profile }: View): Promise<Judgement> {
  const judgement = await batched(context, judgementOfDocument, documentId);
  return profile ? { ...judgement, profile } : judgement;
}

/** The judged changes, computed once for all fields of an execution. */
function judgedItems(context: Context, { comparison, documentId }: Compared, { profile }: View) {
  begunIn(context).add(comparison.itemsHash);
  return batched(context, judged, {
    itemsHash: comparison.itemsHash,
    items: comparison.items,
    documentId,
    profile: profile ?? null,
  });
}

/** The changes that an execution reads anyway, by their hash. */
const begun = attached<Context, Set<string>>('begun');

function begunIn(context: Context): Set<string> {
  const known = begun.get(context) ?? new Set<string>();
  begun.set(context, known);
  return known;
}

type JudgedKey = { itemsHash: string; items: PackedText | undefined; documentId: string; profile: Profile | null };

const judged: Batch<JudgedKey, JudgedItem[]> = {
  idOf: ({ itemsHash, documentId, profile }) => `${itemsHash} ${documentId} ${profile}`,
  load: (context, keys) => Promise.all(keys.map(one => judgeStored(context, one))),
};

async function judgeStored(
  context: Context,
  { itemsHash, items, documentId, profile }: JudgedKey,
): Promise<JudgedItem[]> {
  const [{ bytes }, judgement] = await Promise.all([
    batched(context, bytesAtHand, { hash: itemsHash, packed: items }),
    judgementOf(context, documentId, { profile }),
  ]);
  return judge(await unpackItemsInPieces(bytes, yieldToEventLoop), judgement);
}

/**
 * Reads the counts. Under the stored judgement, it does not read the changes themselves. Without the counts that need a judgement if
 * the changes are too large to be judged for the answer.
 */
export async function readSummary(context: Context, compared: Compared, view: View): Promise<JudgedSummary> {
  const { comparison, documentId } = compared;
  const stored = comparison.summary as unknown as DiffSummary;
  if (isStored(await judgementOf(context, documentId, view))) return summarizeStored(stored);
  const id = `${comparison.id} ${await batched(context, judgementDigest, { documentId, ...view })}`;
  const known = summaries.get(id);
  if (known !== undefined) return known;
  if (!(await isReadable(context, compared))) return summarizeUnread(stored);
  const summary = summarize(stored, await judgedItems(context, compared, view));
  summaries.set(id, summary);
  return summary;
}

/** Kept, so that a list does not judge all changes of its rows at each request. A comparison never changes. */
const summaries = new LRUCache<string, JudgedSummary>({ max: 10_000 });

const judgementDigest: Batch<View & { documentId: string }, string> = {
  idOf: ({ documentId, profile }) => `${documentId} ${profile ?? null}`,
  load: (context, keys) =>
    Promise.all(keys.map(async ({ documentId, ...view }) => digestOf(await judgementOf(context, documentId, view)))),
};

/**
 * Whether an answer may read all changes, and as much of other texts, or reads them anyway. Decided once for each comparison of an
 * execution.
 */
export const isReadable = (context: Context, { comparison }: Pick<Compared, 'comparison'>): Promise<boolean> =>
  batched(context, readable, comparison);

/** The same, whatever else the execution reads: the answer does not depend on which field is read first. */
export const isAlwaysReadable = async (context: Context, compared: Pick<Compared, 'comparison'>): Promise<boolean> =>
  (await storedBytes(context, compared.comparison)) <= context.texts.mostBytes / 2;

const readable: Batch<ComparedContents, boolean> = {
  idOf: ({ itemsHash }) => itemsHash,
  async load(context, comparisons) {
    const sizes = await Promise.all(comparisons.map(one => storedBytes(context, one)));
    const read = begunIn(context);
    let { left } = context.texts;
    return sizes.map((bytes, index) => {
      if (read.has((comparisons[index] as ComparedContents).itemsHash)) return true;
      if (bytes > left / 2) return false;
      left -= bytes;
      return true;
    });
  },
};

const storedBytes = async (context: Context, { items, itemsHash }: ComparedContents): Promise<number> =>
  items?.sizeBytes ?? (await batched(context, sizeOfHash, itemsHash));

/**
 * At most so many characters and values are some of the changes in an answer, with the operations that each affects if these are
 * selected. What is stored of all changes counts; operations count for each change, because they are stored once.
 */
export async function sizeInAnswer(
  context: Context,
  { comparison }: Compared,
  items: JudgedItem[],
  hasOperations: boolean,
) {
  const known = new Map<readonly AffectedOperation[], number>();
  let characters = await storedBytes(context, comparison);
  let values = 0;
  for (const { affectedOperations, segments = [], oldValue, newValue } of items) {
    const parts = SEGMENT.values * segments.length + valuesIn(oldValue) + valuesIn(newValue);
    characters += ITEM.characters + VALUE.characters * parts;
    values += ITEM.values + parts;
    if (!hasOperations) continue;
    const affected = known.get(affectedOperations) ?? affectedOperations.reduce(addOperation, 0);
    known.set(affectedOperations, affected);
    characters += affected;
    values += OPERATION.values * affectedOperations.length;
  }
  return { characters, values };
}

/** What a change, an operation and a segment take without their texts: names of fields, and what an answer counts for each value. */
const ITEM = { characters: 500, values: 25 };
const OPERATION = { characters: 100, values: 4 };
const SEGMENT = { values: 4 };
const VALUE = { characters: 8 };

/** At most so many values are in a value, with its names. */
const valuesIn = (value: JsonValue = null): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, part) => sum + 1 + valuesIn(part), 0)
    : 1;

const addOperation = (sum: number, { method, path, operationId = '' }: AffectedOperation): number =>
  sum + method.length + path.length + operationId.length + OPERATION.characters;

export type ItemArgs = View & ItemFilters & Window;

/** Reads the changes that match the filters, most severe first, accepted ones last. Numbers keep their spelling. */
export async function readItems(context: Context, compared: Compared, args: ItemArgs): Promise<JudgedItem[]> {
  return windowOf(filterItems(await judgedItems(context, compared, args), args), args);
}

export async function countItems(context: Context, compared: Compared, args: View & ItemFilters): Promise<number> {
  const { documentType, itemCount } = compared.comparison;
  if (!hasFilters(args)) return itemCount;
  authorizeFound(context, 'version.read', { documentType });
  return filterItems(await judgedItems(context, compared, args), args).length;
}

/** One page of changes, divided by what the reader must do about them. */
export type Changes = {
  compared: Compared;
  profile: Profile | null;
  breaking: JudgedItem[];
  mustHandle: JudgedItem[];
  other: JudgedItem[];
  nextOffset: number | null;
};

export async function readChanges(context: Context, compared: Compared, args: View & Window): Promise<Changes> {
  const items = await readItems(context, compared, args);
  const end = (args.offset ?? 0) + items.length;
  return {
    compared,
    profile: args.profile ?? null,
    breaking: items.filter(item => item.isBreaking),
    mustHandle: items.filter(item => item.mustHandle && !item.isBreaking),
    other: items.filter(item => !item.mustHandle && !item.isBreaking),
    nextOffset: end < compared.comparison.itemCount ? end : null,
  };
}

export type GroupPage = { groups: ItemGroup[]; totalCount: number };

const DEFAULT_GROUPS = 20;

export async function readGroups(
  context: Context,
  compared: Compared,
  { by, ...args }: ItemArgs & { by: Grouping },
): Promise<GroupPage> {
  const groups = groupItems(filterItems(await judgedItems(context, compared, args), args), by);
  return {
    groups: windowOf(groups, { first: args.first ?? DEFAULT_GROUPS, offset: args.offset }),
    totalCount: groups.length,
  };
}

export async function readChangelog(context: Context, compared: Compared, view: View): Promise<string> {
  const items = await judgedItems(context, compared, view);
  return writeChangelog({ summary: summarize(compared.comparison.summary as unknown as DiffSummary, items), items });
}

/** The changelog for people outside of the project: accepted changes and their reasons are the team's own. */
export async function readPublicChangelog(
  context: Context,
  documentId: string,
  { summary, itemsHash, items: packed }: ComparedItems,
): Promise<string> {
  const [{ bytes }, judgement] = await Promise.all([
    batched(context, bytesAtHand, { hash: itemsHash, packed }),
    judgementOf(context, documentId, {}),
  ]);
  const changes = await unpackItemsInPieces(bytes, yieldToEventLoop);
  const items = judge(changes, { ...judgement, exceptions: [] });
  return writeChangelog({ summary: summarize(summary as unknown as DiffSummary, items), items });
}

export async function readSemverHint(context: Context, compared: Compared, view: View): Promise<SemverHint | null> {
  if (compared.comparison.documentType === 'MARKDOWN') return null;
  return semverHint(await judgedItems(context, compared, view));
}
