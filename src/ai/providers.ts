import { type Call, type Services, signedIn } from '../access/call.ts';
import { recordAct } from '../audit/service.ts';
import type { AiProvider } from '../generated/prisma/client.ts';
import { inTransaction } from '../platform/database.ts';
import { DomainError, type FieldError, invalidArgument } from '../platform/errors.ts';
import { differing, requireChange } from '../platform/fields.ts';
import { newId } from '../platform/ids.ts';
import { reachOf } from '../platform/outbound/reach.ts';
import {
  checkProvider,
  lastCharactersOf,
  mayKeepKey,
  PROVIDER_DEFAULTS,
  type ProviderFields,
  readApiKey,
} from './model.ts';
import type { ProviderSettings } from './provider/provider.ts';
import { actOn, authorizeScope, lockScope, type Scope } from './scope.ts';

/** A provider as callers see it: everything except its key. */
export type ShownProvider = Partial<Omit<AiProvider, 'encryptedApiKey'>> &
  Pick<AiProvider, 'projectId' | keyof typeof PROVIDER_DEFAULTS> & { apiKeySet: boolean };

/** Absent fields keep their stored value or the default. */
export type ProviderInput = { [Field in keyof ProviderFields]?: ProviderFields[Field] | null } & {
  /** Blank keeps the stored key. */
  apiKey?: string | null;
  removeApiKey?: boolean | null;
};

/** Reads the provider of a project or of the system; a disabled one if none is configured. */
export async function readProvider(call: Call, projectId: string | null | undefined): Promise<ShownProvider> {
  const scope = await authorizeScope(call, projectId);
  return shown(scope, await findStored(call.db, scope));
}

const findStored = (db: Pick<Services['db'], 'aiProvider'>, projectId: Scope): Promise<AiProvider | null> =>
  db.aiProvider.findFirst({ where: { projectId } });

function shown(projectId: Scope, stored: AiProvider | null): ShownProvider {
  if (stored === null) return { ...PROVIDER_DEFAULTS, projectId, apiKeySet: false };
  const { encryptedApiKey, ...rest } = stored;
  return { ...rest, apiKeySet: encryptedApiKey !== null };
}

export async function updateProvider(
  call: Call,
  { projectId, ...input }: ProviderInput & { projectId?: string | null },
): Promise<ShownProvider> {
  const scope = await authorizeScope(call, projectId);
  requireChange({ change: Object.values(input).find(value => value !== null && value !== undefined) }, ['change']);
  return inTransaction(call.db, async tx => {
    await lockScope(tx, call, scope);
    const stored = await findStored(tx, scope);
    const { fields, apiKey } = combine(call, input, stored);
    const id = stored?.id ?? newId();
    const change = {
      ...fields,
      ...(apiKey.kind === 'given' && {
        encryptedApiKey: call.keyRing.encrypt(apiKey.key, id),
        apiKeyLast4: lastCharactersOf(apiKey.key),
      }),
      ...(apiKey.kind === 'none' && { encryptedApiKey: null, apiKeyLast4: null }),
    };
    if (stored !== null && differing(stored, change).length === 0) return shown(scope, stored);
    const data = { ...change, updatedById: signedIn(call).id };
    const row = await tx.aiProvider.upsert({ where: { id }, create: { id, projectId: scope, ...data }, update: data });
    const { baseUrl, model, enabled } = fields;
    const metadata = { base_url: baseUrl, model, enabled, api_key: apiKey.kind };
    await recordAct(tx, call, { ...actOn(scope, 'ai_provider.update', id), metadata });
    return shown(scope, row);
  });
}

type KeyChoice = { kind: 'given'; key: string } | { kind: 'kept' } | { kind: 'none' };

/** Merges the input with the stored settings. */
function combine(
  { config }: Pick<Call, 'config'>,
  input: ProviderInput,
  stored: AiProvider | null,
): { fields: ProviderFields; apiKey: KeyChoice } {
  const base = { ...PROVIDER_DEFAULTS, ...(stored ?? undefined) };
  const merged = {
    name: input.name ?? stored?.name,
    baseUrl: input.baseUrl ?? stored?.baseUrl,
    model: input.model ?? stored?.model,
    apiMode: input.apiMode ?? base.apiMode,
    enabled: input.enabled ?? base.enabled,
    temperature: input.temperature ?? base.temperature,
    timeoutMs: input.timeoutMs ?? base.timeoutMs,
    maxOutputTokens: input.maxOutputTokens ?? base.maxOutputTokens,
  };
  requireNamed(merged);
  // A provider whose stored address is no longer permitted can be turned off nevertheless.
  const isUnused = !merged.enabled && merged.baseUrl === stored?.baseUrl;
  const reach = isUnused ? undefined : reachOf(config, config.aiAllowedHosts);
  const fields = checkProvider(merged as ProviderFields, reach);
  return { fields, apiKey: chooseKey(input, fields.baseUrl, stored) };
}

function requireNamed({ name, baseUrl, model }: Partial<ProviderFields>): void {
  const missing = Object.entries({ name, base_url: baseUrl, model }).filter(([, value]) => value === undefined);
  const errors: FieldError[] = missing.map(([field]) => ({ field, message: 'is required' }));
  if (errors.length > 0) throw new DomainError('INVALID_ARGUMENT', `${errors[0]?.field}: is required`, { errors });
}

function chooseKey({ apiKey, removeApiKey }: ProviderInput, baseUrl: string, stored: AiProvider | null): KeyChoice {
  const key = readApiKey(apiKey);
  if (key !== undefined && removeApiKey) throw invalidArgument('remove_api_key', 'cannot be combined with api_key');
  if (key !== undefined) return { kind: 'given', key };
  if (removeApiKey || stored === null || stored.encryptedApiKey === null) return { kind: 'none' };
  if (!mayKeepKey(stored.baseUrl, baseUrl))
    throw invalidArgument(
      'api_key',
      'is required when base_url changes to another host: the stored key is not sent there. Or set remove_api_key to delete it',
    );
  return { kind: 'kept' };
}

/** The settings of a stored provider with the decrypted key. Use them only for calls, never in responses or logs. */
const settingsOf = ({ keyRing }: Pick<Services, 'keyRing'>, stored: AiProvider): ProviderSettings => ({
  ...pick(stored),
  holder: stored.id,
  apiKey: stored.encryptedApiKey === null ? undefined : keyRing.decrypt(stored.encryptedApiKey, stored.id),
});

function pick({ baseUrl, model, apiMode, temperature, timeoutMs, maxOutputTokens }: ProviderFields) {
  return { baseUrl, model, apiMode, temperature, timeoutMs, maxOutputTokens };
}

/** Reads the provider in effect: the enabled one of the project, else that of the system; undefined if none is enabled. */
export async function effectiveProvider(
  services: Pick<Services, 'db' | 'keyRing'>,
  projectId: Scope,
): Promise<ProviderSettings | undefined> {
  const rows = await services.db.aiProvider.findMany({
    where: { enabled: true, OR: [{ projectId: null }, ...(projectId ? [{ projectId }] : [])] },
  });
  const row = rows.find(one => one.projectId !== null) ?? rows[0];
  return row && settingsOf(services, row);
}

/** Whether a provider is in effect for a project. */
export async function isProviderEnabled(db: Pick<Services['db'], 'aiProvider'>, projectId: string): Promise<boolean> {
  const where = { enabled: true, OR: [{ projectId: null }, { projectId }] };
  return (await db.aiProvider.findFirst({ where, select: { id: true } })) !== null;
}

/** The settings to test: the input over the stored ones. Without input, those in effect; undefined if there are none. */
export async function settingsToTest(
  call: Call,
  scope: Scope,
  input: ProviderInput,
): Promise<ProviderSettings | undefined> {
  const stored = await findStored(call.db, scope);
  const hasInput = Object.entries(input).some(
    ([field, value]) => field !== 'name' && field !== 'enabled' && isSent(value),
  );
  if (!hasInput) return scope === null && stored ? settingsOf(call, stored) : effectiveProvider(call, scope);
  const { fields, apiKey } = combine(call, { ...input, name: input.name ?? stored?.name ?? 'test' }, stored);
  const kept = apiKey.kind === 'kept' && stored ? settingsOf(call, stored).apiKey : undefined;
  return { ...pick(fields), holder: `test of ${scope}`, apiKey: apiKey.kind === 'given' ? apiKey.key : kept };
}

const isSent = (value: unknown): boolean => value !== null && value !== undefined && value !== false && value !== '';
