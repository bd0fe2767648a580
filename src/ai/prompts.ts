import { type Call, type Services, signedIn } from '../access/call.ts';
import { recordAct } from '../audit/service.ts';
import type { AiPrompt, AiPromptKey } from '../generated/prisma/client.ts';
import { inTransaction } from '../platform/database.ts';
import * as fields from '../platform/fields.ts';
import { newId } from '../platform/ids.ts';
import { DEFAULT_PROMPTS, DEFAULT_PROMPTS_VERSION } from './default-prompts.ts';
import { checkPrompt, PROMPT_KEYS, type PromptTexts } from './model.ts';
import { actOn, authorizeScope, lockScope, type Scope } from './scope.ts';

export type PromptSource = 'DEFAULT' | 'SYSTEM' | 'PROJECT';

/** A prompt of a scope: its own text, enabled or not, or, without one, the text in effect. */
export type ShownPrompt = PromptTexts & {
  projectId: Scope;
  promptKey: AiPromptKey;
  source: PromptSource;
  version: number;
  enabled: boolean;
  updatedById: string | null;
  updatedAt: Date | null;
};

type Db = Pick<Services['db'], 'aiPrompt'>;

/** Reads the newest text of every prompt, of the system and, if given, of a project. */
async function newestOf(db: Db, projectId: Scope, promptKey?: AiPromptKey): Promise<AiPrompt[]> {
  const newest = await db.aiPrompt.groupBy({
    by: ['projectId', 'promptKey'],
    where: { promptKey, OR: [{ projectId: null }, ...(projectId ? [{ projectId }] : [])] },
    _max: { version: true },
  });
  if (newest.length === 0) return [];
  const named = newest.map(({ _max, ...of }) => ({ ...of, version: _max.version ?? 0 }));
  return db.aiPrompt.findMany({ where: { OR: named } });
}

export async function listPrompts(call: Call, projectId: string | null | undefined): Promise<ShownPrompt[]> {
  const scope = await authorizeScope(call, projectId);
  const rows = await newestOf(call.db, scope);
  return PROMPT_KEYS.map(key => shownIn(scope, key, rows));
}

/** The scope's own text, enabled or not; without one, the text in effect. */
function shownIn(scope: Scope, key: AiPromptKey, rows: AiPrompt[]): ShownPrompt {
  const own = rows.find(row => row.promptKey === key && row.projectId === scope);
  return { ...(own ? stored(own) : inEffect(key, rows)), projectId: scope };
}

const stored = (row: AiPrompt): ShownPrompt => ({
  ...row,
  source: row.projectId === null ? 'SYSTEM' : 'PROJECT',
  updatedById: row.createdById,
  updatedAt: row.createdAt,
});

/** The text in effect: the enabled one of the project, else that of the system, else the default. */
function inEffect(key: AiPromptKey, rows: AiPrompt[]): ShownPrompt {
  const enabled = rows.filter(row => row.promptKey === key && row.enabled);
  const row = enabled.find(one => one.projectId !== null) ?? enabled[0];
  if (row) return stored(row);
  const own = { promptKey: key, projectId: null, enabled: true, updatedById: null, updatedAt: null };
  return { ...DEFAULT_PROMPTS[key], ...own, source: 'DEFAULT', version: DEFAULT_PROMPTS_VERSION };
}

export type EffectivePrompt = PromptTexts & { promptKey: AiPromptKey; source: PromptSource; version: number };

/** Reads the prompt in effect for a project. */
export async function effectivePrompt(
  { db }: { db: Db },
  projectId: string,
  promptKey: AiPromptKey,
): Promise<EffectivePrompt> {
  return inEffect(promptKey, await newestOf(db, projectId, promptKey));
}

/** The version of a prompt as summaries record it: `default:1`, `system:3`, `project:2`. */
export const promptVersion = ({ source, version }: EffectivePrompt): string => `${source.toLowerCase()}:${version}`;

export type PromptInput = { [Text in keyof PromptTexts]?: string | null } & {
  projectId?: string | null;
  promptKey: AiPromptKey;
  enabled?: boolean | null;
};

/** Stores a new text of a prompt, if it is another one. Absent fields keep the value that the prompt shows. */
export async function updatePrompt(call: Call, { projectId, promptKey, ...input }: PromptInput): Promise<ShownPrompt> {
  const scope = await authorizeScope(call, projectId);
  return inTransaction(call.db, async tx => {
    await lockScope(tx, call, scope);
    const { systemPrompt, userPromptTemplate, enabled } = input;
    fields.requireChange({ text: systemPrompt ?? userPromptTemplate ?? enabled ?? undefined }, ['text']);
    const rows = await newestOf(tx, scope, promptKey);
    const before = shownIn(scope, promptKey, rows);
    const { systemPrompt: role, userPromptTemplate: request } = before;
    const texts = checkPrompt(promptKey, input, { systemPrompt: role, userPromptTemplate: request });
    const own = rows.find(row => row.projectId === scope);
    const change = { ...texts, enabled: enabled ?? before.enabled };
    if (own && fields.differing(own, change).length === 0) return stored(own);
    const version = (own?.version ?? 0) + 1;
    const made = { id: newId(), projectId: scope, promptKey, version, ...change };
    const row = await tx.aiPrompt.create({ data: { ...made, createdById: signedIn(call).id } });
    const metadata = { prompt_key: promptKey.toLowerCase(), version, enabled: row.enabled };
    await recordAct(tx, call, { ...actOn(scope, 'ai_prompt.update', row.id), metadata });
    return stored(row);
  });
}
