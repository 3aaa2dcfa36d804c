import type { IncomingMessage, ServerResponse } from 'node:http';
import { KEY_LIMIT, within } from '../../adapters/inbound/http/within.ts';
import type { StoreHealth } from '../../application/ports/outbound/store.ts';

/**
 * Makes what answers the probes of the desk, at whatever name or address they reach it: `/healthz` while the process
 * runs, `/readyz` while the store answers and the process is not stopping. It returns false for any other request.
 */
export function makeDeskProbes(storeHealth: StoreHealth) {
  let isLeaving = false;
  const isReady = async () => !isLeaving && (await within(KEY_LIMIT, storeHealth()).catch(() => false));
  return {
    /** Makes `/readyz` answer 503 from now on. */
    leave(): void {
      isLeaving = true;
    },
    answered({ method, url }: IncomingMessage, response: ServerResponse): boolean {
      const [path] = method === 'GET' || method === 'HEAD' ? (url ?? '').split('?', 1) : [];
      if (path === '/healthz') response.end('ok\n');
      else if (path === '/readyz')
        void isReady().then((ready) => {
          response.writeHead(ready ? 200 : 503).end(ready ? 'ok\n' : 'not ready\n');
        });
      else return false;
      return true;
    },
  };
}
