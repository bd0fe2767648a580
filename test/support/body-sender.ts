import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';

/** The arguments of the sender process: bodies of this size, this many at once, repeatedly. */
export type Sending = { port: number; path: string; bodies: number; bytes: number; roundMs: number; seconds: number };

/** The longest that a connection may last. */
const LAST_MS = 10_000;
const piece = Buffer.alloc(64 * 1024, 'x');

// Low priority: a sender that competes with the server for cores would distort the measurement.
setPriority(19);
process.once('message', async (sending: Sending) => {
  const head = Buffer.from(
    `POST ${sending.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${sending.bytes}\r\n\r\n{"a":"`,
  );
  let rounds = 0;
  for (const until = Date.now() + sending.seconds * 1_000; Date.now() < until; rounds += 1) {
    const next = delay(sending.roundMs);
    await Promise.all(Array.from({ length: sending.bodies }, () => send(sending, head)));
    await next;
  }
  process.send?.(rounds);
  process.disconnect();
});

/** Sends a body as long as the server accepts it, and waits until the connection ends. */
function send({ port, bytes }: Sending, head: Buffer): Promise<void> {
  return new Promise(resolve => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setTimeout(LAST_MS, () => socket.destroy());
    socket.write(head);
    let left = bytes - 6;
    const more = () => {
      while (left > 0 && socket.writable) {
        const next = piece.subarray(0, Math.min(piece.length, left));
        left -= next.length;
        if (!socket.write(next)) return;
      }
    };
    socket
      .on('drain', more)
      .on('error', () => {})
      .resume();
    socket.once('end', () => socket.destroy()).once('close', () => resolve());
    setImmediate(more);
  });
}
