import { type AddressInfo, createServer } from 'node:net';

// The minimal server for unwanted bodies, as a baseline: it answers, reads nothing, and disconnects.
const ANSWER = 'HTTP/1.1 413 Payload Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const LINGER_MS = 1_000;

const server = createServer(socket => {
  socket.on('error', () => {});
  socket.once('data', () => {
    socket.pause();
    socket.end(ANSWER);
    setTimeout(() => socket.destroy(), LINGER_MS);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
