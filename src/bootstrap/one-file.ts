import './this-node.ts'; // before all others
import { runLeads } from './run-leads.ts';
import { startDelivery } from './start-delivery.ts';
import { startDesk } from './start-desk.ts';
import { startServer } from './start-server.ts';

/** The entry of `leads.mjs`: all programs in one file, chosen by the arguments. */
const args = process.argv.slice(2);
const programs = new Map<string | undefined, () => Promise<unknown>>([
  [undefined, startServer],
  ['desk', startDesk],
  ['deliver', startDelivery],
]);

const programHelp = `node leads.mjs           the server: vendors' port, the desk, deliveries
node leads.mjs desk      the desk alone
node leads.mjs deliver   deliveries to webhooks alone
node leads.mjs COMMAND   one of these commands:
`;

if (args.length === 1 && ['help', '--help', '-h'].includes(args[0] ?? '')) console.log(programHelp);
const start = args.length < 2 ? programs.get(args[0]) : undefined; // `desk link` is a command
await (start ?? runLeads)();
