import { asOfNow } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import { authorizeSystem } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import { requireActiveProject } from '../projects/archived.ts';
import { noProvider, presentFailure } from './failures.ts';
import { ProviderFailure } from './provider/failure.ts';
import type { Answer, ProviderSettings } from './provider/provider.ts';
import { type ProviderInput, settingsToTest } from './providers.ts';
import { actOn, authorizeScope } from './scope.ts';

export type TestedProvider = Pick<Answer, 'content' | 'latencyMs' | 'model'>;

/** Longest time of a test. It must be shorter than the deadline of the request. */
const LONGEST_TEST_MS = 50_000;
/** Enough for models that write reasoning before they answer. */
const MAX_TEST_TOKENS = 500;

const PROMPT = {
  system: 'You are asked whether you can be reached. Answer with one short sentence.',
  messages: [{ role: 'user' as const, content: 'Say that the connection works.' }],
};

/** Tests the provider in the input, or the one in effect, with a harmless question. Stores nothing but an audit row. */
export async function testProvider(
  call: Call,
  { projectId, ...input }: ProviderInput & { projectId?: string | null },
): Promise<TestedProvider> {
  const scope = await authorizeScope(call, projectId);
  // The caller may have waited behind other mutations of the same request.
  if (scope === null) authorizeSystem(await asOfNow(call.db, call));
  else await requireActiveProject(call.db, scope, { call, action: 'ai.configure' });
  const settings = await settingsToTest(call, scope, input);
  if (settings === undefined) throw noProvider();
  const { id: asker } = signedIn(call);
  await call.limits.countAiRequest(asker);
  const record = (outcome: string) =>
    recordAct(call.db, call, { ...actOn(scope, 'ai_provider.test'), metadata: { model: settings.model, outcome } });
  try {
    const { content, latencyMs, model } = await call.aiClient.complete(bounded(settings), PROMPT, {
      asker,
      signal: call.signal,
    });
    await record('ok');
    return { content, latencyMs, model };
  } catch (error) {
    if (error instanceof ProviderFailure) await record(error.kind);
    throw presentFailure(error, call.signal);
  }
}

const bounded = (settings: ProviderSettings): ProviderSettings => ({
  ...settings,
  timeoutMs: Math.min(settings.timeoutMs, LONGEST_TEST_MS),
  maxOutputTokens: Math.min(settings.maxOutputTokens, MAX_TEST_TOKENS),
});
