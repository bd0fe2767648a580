import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Resource, TestApp } from './app.ts';
import { cleanUp } from './clean-up.ts';
import type { Caller, Project } from './seed.ts';

export type Message = { id: string; path: string; headers: IncomingHttpHeaders; body: string; type: string };

type Answer = (response: ServerResponse, message: Message) => unknown;

/** A receiver of webhooks. `answer` may be replaced at any time. */
export type Receiver = {
  url: string;
  messages: Message[];
  answer: Answer;
  connections: number;
  close(): Promise<void>;
};

const accept: Answer = response => response.writeHead(204).end();

export async function startReceiver(answer: Answer = accept, port = 0): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { headers } = request;
    const { type } = body === '' ? { type: '' } : JSON.parse(body);
    const message = { id: String(headers['webhook-id']), path: request.url ?? '', headers, body, type };
    started.messages.push(message);
    await started.answer(response, message);
  });
  server.on('connection', socket => {
    started.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  server.unref();
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>(resolve => server.close(() => resolve()));
  };
  const { port: taken } = server.address() as AddressInfo;
  const started: Receiver = { url: `http://127.0.0.1:${taken}/hook`, messages: [], answer, connections: 0, close };
  cleanUp(close);
  return started;
}

export type Hook = Resource & { path: string; secret: string };

/** Creates a webhook over REST. */
export async function createHook(project: Project, url: string, events: string[], more: object = {}): Promise<Hook> {
  const path = `${project.path}/webhooks`;
  const answer = await project.admin.rest<Hook>('POST', path, { body: { url, events, ...more } });
  if (answer.code !== 200) throw new Error(answer.message);
  return { ...answer.detail, path: `${path}/${answer.detail.id}` };
}

/** The payload of a message. Throws if the signature is invalid. */
export const verified = (secret: string, { body, headers }: Message): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

export type DeliveryEntry = {
  id: string;
  event: string;
  state: string;
  attempts: number;
  error?: string;
  response_status?: number;
  duration_ms?: number;
  attempted_at?: string;
  updated_at?: string;
  next_attempt_at?: string;
};

export const logOf = async (caller: Caller, hook: Hook): Promise<DeliveryEntry[]> =>
  (await caller.rest<DeliveryEntry[]>('GET', `${hook.path}/deliveries`)).detail;

/** Makes all pending deliveries older by this time, as if it had passed, and sends those that are due. */
export async function passTime({ services: { db, deliveries } }: TestApp, seconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE deliveries SET due_at = due_at - make_interval(secs => ${seconds}),
      created_at = created_at - make_interval(secs => ${seconds}) WHERE status = 'PENDING'`;
  await db.$executeRaw`UPDATE webhooks SET updated_at = updated_at - make_interval(secs => ${seconds})`;
  deliveries.wake();
}

/** Whether no delivery is due or being sent. */
export const isQuiet = async ({ services: { db } }: TestApp): Promise<boolean> => {
  const busy = await db.delivery.count({
    where: { status: 'PENDING', OR: [{ claim: { not: null } }, { dueAt: { lte: new Date() } }] },
  });
  return busy === 0;
};
