import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { DomainError } from '../errors.ts';

// How far the routes are with a request, for those who judge what its caller may be asked for.

const asking = new WeakSet<IncomingMessage>();
const begun = new WeakSet<IncomingMessage>();

/** A client that sends `Expect: 100-continue` begins with its body when it is let: it learns of a refusal before. */
export function letClientsAsk(server: Server): void {
  server.on('checkContinue', (request, response) => {
    asking.add(request);
    server.emit('request', request, response);
  });
}

/** Whether the client waits for leave to send its body. */
export const isAsking = (request: IncomingMessage): boolean => asking.has(request);

export function askToContinue(request: IncomingMessage, response: ServerResponse): void {
  if (asking.delete(request)) response.writeContinue();
}

/**
 * The routes call it when a request is read and judged, just before it may take effect. Throws when it was refused
 * meanwhile: its caller may have sent it again.
 */
export function beginWork(request: IncomingMessage, response: ServerResponse): void {
  if (response.writableEnded) throw new DomainError('UNAVAILABLE', 'The request was refused before its work began');
  begun.add(request);
}

export const hasBegun = (request: IncomingMessage): boolean => begun.has(request);
