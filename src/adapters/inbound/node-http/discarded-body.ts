import type { IncomingMessage } from 'node:http';

/** Bytes of a body still read after the response, for a client that reads only once it has sent everything. */
const DISCARD_LIMIT = 32 * 1024 * 1024;

/**
 * Node reads an unwanted body (refused, too large) to its end and discards it, so that the client gets to read its
 * response and the connection can be reused. This function limits that, and then cuts the connection. Call it once
 * the request is answered.
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
