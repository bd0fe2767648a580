import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { DomainError } from '../errors.ts';

// Progress of a request in the routes, for code that decides what to do with slow callers and at shutdown.

const asking = new WeakSet<IncomingMessage>();
const begun = new WeakSet<IncomingMessage>();

/** Supports `Expect: 100-continue`: the client sends its body only when asked, so it can learn of a refusal before that. */
export function handleExpectContinue(server: Server): void {
  server.on('checkContinue', (request, response) => {
    asking.add(request);
    server.emit('request', request, response);
  });
}

/** Whether the client waits for "100 Continue" before it sends its body. */
export const awaitsContinue = (request: IncomingMessage): boolean => asking.has(request);

export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (asking.delete(request)) response.writeContinue();
}

/**
 * Marks that a request is checked and may take effect from now on. The routes must call it. Throws if the request
 * was already refused, because the caller may have sent it again, and if the caller has disconnected: the requests of one who
 * left would otherwise all begin at once (see turns.ts).
 */
export function beginWork(request: IncomingMessage, response: ServerResponse): void {
  if (response.writableEnded) throw new DomainError('UNAVAILABLE', 'The request was refused before its work started');
  if (response.destroyed) throw new DomainError('UNAVAILABLE', 'The caller disconnected before the work started');
  begun.add(request);
}

export const hasBegun = (request: IncomingMessage): boolean => begun.has(request);
