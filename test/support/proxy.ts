import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A loopback proxy in front of a server, which simulates a bad network. */
export type LossyProxy = {
  /** The URL of a server, through the proxy. */
  url(serverUrl: string): string;
  /** Delays what the server sends by this time; 0 ends the delay. */
  delayAnswers(ms: number): void;
  /** Loses what the server sends. Lost data stay lost when this ends. */
  swallowAnswers(isOn: boolean): void;
  /** Loses the next piece of an answer. */
  loseOne(): void;
  /** Cuts all connections after half of the next answer. */
  cutHalfWay(): void;
  connections(): number;
  close(): Promise<void>;
};

type Pair = { near: Socket; far: Socket };

export async function startProxy(serverUrl: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(serverUrl);
  const pairs = new Set<Pair>();
  const cut = new WeakSet<Pair>();
  let delayMs = 0;
  let isSwallowing = false;
  let mustLoseOne = false;

  function answer(pair: Pair, bytes: Buffer): void {
    if (isSwallowing) return;
    if (mustLoseOne) mustLoseOne = false;
    else if (cut.has(pair)) {
      pair.near.write(bytes.subarray(0, bytes.length >> 1), () => pair.near.resetAndDestroy());
      pair.far.destroy();
    } else if (delayMs === 0) pair.near.write(bytes);
    else setTimeout(() => pair.near.writable && !isSwallowing && pair.near.write(bytes), delayMs);
  }

  const server = createServer(near => {
    const pair = { near, far: connect(Number(port), hostname) };
    pairs.add(pair);
    pair.far.on('data', bytes => answer(pair, bytes));
    near.on('data', bytes => pair.far.write(bytes));
    for (const [one, other] of [
      [near, pair.far],
      [pair.far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: through => {
      const url = new URL(through);
      url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      return url.toString();
    },
    delayAnswers: ms => {
      delayMs = ms;
    },
    swallowAnswers: isOn => {
      isSwallowing = isOn;
    },
    loseOne: () => {
      mustLoseOne = true;
    },
    cutHalfWay: () => {
      for (const pair of pairs) cut.add(pair);
    },
    connections: () => pairs.size,
    async close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
