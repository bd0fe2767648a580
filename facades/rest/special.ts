import type { Answer } from './compiled.ts';
import type { RestOptions } from './options.ts';
import type { Special } from './route.ts';

type HealthAnswer = Exclude<Special['answer'], 'openapi' | 'mcp'>;

export type HealthSpecial = Special & { readonly answer: HealthAnswer | 'openapi' };

export const isOwn = (special: Special): special is HealthSpecial => special.answer !== 'mcp';

/** The answers of the health routes. */
export async function answerSpecial<Context>(answer: HealthAnswer, options: RestOptions<Context>): Promise<Answer> {
  if (answer === 'health') return success(await options.health());
  if (answer === 'ready' && !(await options.ready()))
    return { failure: { status: 'UNAVAILABLE', message: 'Not ready to take requests' } };
  return success({ status: 'ok' });
}

const success = (detail: unknown): Answer => ({ detail, total: undefined, weight: 0 });
