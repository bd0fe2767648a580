import { connect, type Socket } from 'node:net';

/** A connection on which a test sends bytes as they are. */
export type RawConnection = {
  socket: Socket;
  send(text: string): void;
  /** Everything that came so far. */
  received(): string;
  /** Resolves with all that came when the connection is over. */
  closed: Promise<string>;
};

export function openRaw(base: string): Promise<RawConnection> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', chunk => (text += chunk));
  const closed = new Promise<string>(resolve => socket.once('close', () => resolve(text)));
  // A reset is an end as well: `closed` tells what came before it.
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => resolve({ socket, send: part => socket.write(part), received: () => text, closed }));
  });
}

export type RawAnswer = { status: number; headers: Record<string, string>; body: unknown };

/** The one answer in a text that came, its body as JSON. */
export function parseAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    return [name.toLowerCase(), value];
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: body === '' ? undefined : JSON.parse(body),
  };
}

/** The head of a request with a body of this many bytes. */
export function headOf(method: string, path: string, bytes: number, ...more: string[]): string {
  const lines = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${bytes}`, ...more];
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
