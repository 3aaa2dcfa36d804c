import { Session } from 'node:inspector/promises';

/** Preloaded into a server: its parent process asks V8's inspector by messages. Until then it costs nothing. */

let session: Session | undefined;

process.on('message', async ({ method, params }: { method: string; params: object }) => {
  if (!session) {
    session = new Session();
    session.connect();
  }
  process.send?.(await session.post(method as 'Profiler.stop', params as never));
});
process.channel?.unref();
