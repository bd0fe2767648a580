import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { TestApp } from './app.ts';
import { cleanUp } from './clean-up.ts';

export type ReceivedMail = { to: string[]; id: string; subject: string; headers: string[]; text: string };

type Answer = (mail: ReceivedMail) => { code: number; text: string } | undefined | Promise<never>;

/** An SMTP server. `answer` may be replaced at any time. Refused mails are in `tried`, but not in `mails`. */
export type MailServer = { url: string; port: number; tried: ReceivedMail[]; mails: ReceivedMail[]; answer: Answer };

export async function startMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServer & { close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    // Without STARTTLS, smtp-server does not warn about its default certificate.
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    ...options,
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const mail = readMail(
        Buffer.concat(chunks).toString(),
        session.envelope.rcptTo.map(({ address }) => address),
      );
      started.tried.push(mail);
      const refusal = await started.answer(mail);
      if (refusal !== undefined) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      started.mails.push(mail);
      done();
    },
  });
  server.on('error', () => {});
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () => new Promise<void>(resolve => server.close(() => resolve()));
  const started: MailServer = {
    ...{ url: `smtp://127.0.0.1:${taken}`, port: taken, tried: [], mails: [] },
    answer: () => undefined,
  };
  cleanUp(close);
  return Object.assign(started, { close });
}

function readMail(raw: string, to: string[]): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const value = (name: string) =>
    headers.find(line => line.toLowerCase().startsWith(`${name}:`))?.replace(/^.*?: /, '');
  const body = raw.slice(end + 4).replaceAll('\r\n', '\n');
  const isQuoted = /quoted-printable/i.test(value('content-transfer-encoding') ?? '');
  const text = isQuoted ? unquoted(body) : body;
  return { to, id: value('message-id') ?? '', subject: value('subject') ?? '', headers, text };
}

/** Decodes quoted-printable (RFC 2045). */
const unquoted = (body: string): string =>
  Buffer.from(
    body.replaceAll('=\n', '').replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Makes all mails older by this time, as if it had passed, and sends those that are due. */
export async function passMailTime({ services: { db, mails } }: TestApp, seconds: number): Promise<void> {
  await db.$executeRaw`UPDATE mails SET due_at = due_at - make_interval(secs => ${seconds})`;
  mails.wake();
}
