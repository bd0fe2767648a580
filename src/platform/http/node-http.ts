/**
 * `node:http` as CommonJS gets it. An import of it reads every export, also those that load undici for browsers' WebSocket:
 * 60 ms of each start.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
