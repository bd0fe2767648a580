import { setTimeout as wait } from 'node:timers/promises';
import { type Client, mayPass, ServerError } from './client.ts';
import {
  CliFinishDeviceLoginDocument,
  type CliSessionFragment,
  CliStartDeviceLoginDocument,
  type CliStartDeviceLoginMutation,
} from './generated.ts';
import { EXIT, type Io, NoAnswer, oneLine, wrongUse } from './outcome.ts';

/** The least time between two polls (RFC 8628, section 3.2), whatever the service says. */
const LEAST_SECONDS = 5;
const MOST_SECONDS = 60;

/** Signs in with a browser, on this computer or another device. */
export async function loginByDevice(client: Client, io: Io): Promise<CliSessionFragment> {
  const { startDeviceLogin: login } = await client.ask(CliStartDeviceLoginDocument, {}).catch(failIfTooOld(client));
  if (!login) throw wrongUse('The server gave no code');
  io.tell(oneLine(`Open ${login.verificationUri} in a browser, and type the code ${login.userCode}`));
  io.tell(oneLine(`Or open ${login.verificationUriComplete}`));
  io.tell('Waiting until you allow it …');
  const stop = () => {
    io.tell('The login was stopped.');
    process.exit(EXIT.wrongUse);
  };
  process.once('SIGINT', stop);
  try {
    return await poll(client, io, login);
  } finally {
    process.off('SIGINT', stop);
  }
}

const failIfTooOld =
  ({ server }: Client) =>
  (error: unknown): never => {
    if (error instanceof ServerError && error.message.startsWith('Cannot query field "startDeviceLogin"'))
      throw wrongUse(`${server} is too old for login --device. Sign in with your password`);
    throw error;
  };

type Login = NonNullable<CliStartDeviceLoginMutation['startDeviceLogin']>;

/** Asks until the person has decided. Failures that may pass end it only if the code expires before the next question. */
async function poll(client: Client, io: Io, login: Login): Promise<CliSessionFragment> {
  const end = performance.now() + login.expiresInSeconds * 1000;
  for (let seconds = bounded(login.intervalSeconds); ; ) {
    await wait(seconds * 1000);
    try {
      const answer = await ask(client, login.deviceCode);
      if ('session' in answer) return answer.session;
      seconds = bounded(answer.intervalSeconds ?? seconds);
    } catch (error) {
      const namedMs = error instanceof NoAnswer ? (error.afterMs ?? 0) : 0;
      seconds = Math.max(Math.min(MOST_SECONDS, 2 * seconds), Math.ceil(namedMs / 1000));
      if (!mayPass(error) || performance.now() + seconds * 1000 > end) throw error;
      io.tell(oneLine(`${(error as Error).message}. Asking again in ${seconds} seconds …`));
    }
  }
}

const bounded = (seconds: number): number => Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, seconds));

type Answer = { session: CliSessionFragment } | { intervalSeconds: number | null };

/** The session, or how long to wait until the next question. */
async function ask(client: Client, deviceCode: string): Promise<Answer> {
  const { finishDeviceLogin: result } = await client.ask(CliFinishDeviceLoginDocument, { input: { deviceCode } });
  if (result?.session) return { session: result.session };
  if (result?.status === 'PENDING' || result?.status === 'SLOW_DOWN')
    return { intervalSeconds: result.intervalSeconds };
  throw wrongUse(
    result?.status === 'REFUSED'
      ? 'The login was refused, or the sessions of the person have ended since'
      : 'The code has expired or was used already. Run docsvc login --device again, also if you allowed it',
  );
}
