/**
 * `node:http` without an import. An import reads every export, including those that load undici for WebSocket: 60 ms at each
 * start.
 */
export const { createServer, METHODS, request, STATUS_CODES } = process.getBuiltinModule('node:http');
