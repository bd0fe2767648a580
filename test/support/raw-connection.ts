import { connect, type Socket } from 'node:net';

/** A connection on which a test sends raw bytes. */
export type RawConnection = {
  socket: Socket;
  send(text: string): void;
  /** Everything received so far. */
  received(): string;
  /** Resolves with everything received when the connection ends. */
  closed: Promise<string>;
};

export function openRaw(base: string): Promise<RawConnection> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', chunk => (text += chunk));
  const closed = new Promise<string>(resolve => socket.once('close', () => resolve(text)));
  // A reset ends the connection too: `closed` returns the data before it.
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => resolve({ socket, send: part => socket.write(part), received: () => text, closed }));
  });
}

export type RawAnswer = { status: number; headers: Record<string, string>; body: unknown };

/** The single answer in a received text, with its body as JSON. */
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
