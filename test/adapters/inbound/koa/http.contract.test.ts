import { httpContract } from '../../../contracts/http.contract.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { sender } from '../../../support/socket.ts';

httpContract('Koa over a socket, in memory', async () => {
  const server = await startLeadServer();
  const { send, close } = sender(server.url);
  return {
    ...keys,
    send,
    async close() {
      close();
      await server.drain();
    },
  };
});
