/** `partner-lead-service/server`: server, desk and deliverer as they are shipped, on a store of your own. */

export type { ProcessOptions, ServerOptions } from '../bootstrap/options.ts';
export type { RunningProcess, RunningServer } from '../bootstrap/process.ts';
export { startDelivery } from '../bootstrap/start-delivery.ts';
export { startDesk } from '../bootstrap/start-desk.ts';
export { startServer } from '../bootstrap/start-server.ts';
export type { Store } from '../bootstrap/store.ts';
