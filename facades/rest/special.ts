import type { Answer } from './answer.ts';
import type { RestOptions } from './options.ts';
import type { Special } from './route.ts';

type HealthAnswer = Exclude<Special['answer'], 'openapi' | 'mcp'>;

export type HealthSpecial = Special & { readonly answer: HealthAnswer | 'openapi' };

export const isOwn = (special: Special): special is HealthSpecial => special.answer !== 'mcp';

/** The answers of the health routes. */
export async function answerSpecial<Context>(answer: HealthAnswer, options: RestOptions<Context>): Promise<Answer> {
  if (answer === 'health') {
    const health = await options.health();
    return health.ready || options.httpStatus === 'envelope' ? success(health) : { ...notReady, detail: health };
  }
  if (answer === 'ready' && !(await options.ready())) return notReady;
  return success({ status: 'ok' });
}

const notReady = { failure: { status: 'UNAVAILABLE', message: 'Not ready to take requests' } } as const;

const success = (detail: unknown): Answer => ({ detail, total: undefined, weight: 0 });
