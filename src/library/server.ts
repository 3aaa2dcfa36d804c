/** `partner-lead-service/server`: the server as it is shipped, on a store of your own. */

export type { RunningServer, ServerOptions } from '../bootstrap/running-server.ts';
export { startDesk } from '../bootstrap/start-desk.ts';
export { startServer } from '../bootstrap/start-server.ts';
export type { Store } from '../bootstrap/store.ts';
