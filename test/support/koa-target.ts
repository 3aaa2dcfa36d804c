import type { HttpTarget } from './http-target.ts';
import { keys, startLeadServer } from './lead-server.ts';
import { sender } from './socket.ts';

/** A server on a free port, driven over real sockets. */
export async function koaTarget(env?: Record<string, string>): Promise<HttpTarget> {
  const server = await startLeadServer(env);
  const { send, close } = sender(server.url);
  return {
    ...keys,
    send,
    async close() {
      close();
      await server.drain();
    },
  };
}
