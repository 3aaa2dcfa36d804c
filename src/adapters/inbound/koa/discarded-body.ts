import type { IncomingMessage } from 'node:http';

/** Bytes of a body that are still taken in after the answer, for a client that reads only when all is sent. */
const DISCARD_LIMIT = 32 * 1024 * 1024;

/**
 * Node reads a body that nobody wanted (refused, too large) to its end and throws it away, so that the client gets
 * to its answer and the connection goes on. Here that has a limit: then the connection is cut. To be told once answered.
 */
export function boundDiscarded(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  const answeredAt = socket.bytesRead;
  const count = () => {
    if (socket.bytesRead - answeredAt > DISCARD_LIMIT) socket.destroy();
  };
  socket.on('data', count);
  request.once('close', () => socket.off('data', count));
}
