/** `partner-lead-service/cli`: the operators' command line as it is shipped, on a store of your own. */

export type { LeadsOptions } from '../bootstrap/options.ts';
export { runLeads } from '../bootstrap/run-leads.ts';
export type { Store } from '../bootstrap/store.ts';
