import './this-node.ts'; // before all others
import { version } from './version.ts';

/** The entry of `leads.mjs`: all programs in one file, chosen by the arguments. Nothing runs of those that are not. */
const args = process.argv.slice(2);
const programs = new Map<string | undefined, () => Promise<unknown>>([
  [undefined, async () => (await import('./start-server.ts')).startServer()],
  ['desk', async () => (await import('./start-desk.ts')).startDesk()],
  ['deliver', async () => (await import('./start-delivery.ts')).startDelivery()],
  ['--version', async () => console.log(version)],
]);

const programHelp = `node leads.mjs           the server: vendors' port, the desk, deliveries
node leads.mjs desk      the desk alone
node leads.mjs deliver   deliveries to webhooks alone
node leads.mjs COMMAND   one of these commands:
`;

if (args.length === 1 && ['help', '--help', '-h'].includes(args[0] ?? '')) console.log(programHelp);
const start = args.length < 2 ? programs.get(args[0]) : undefined; // `desk link` is a command
await (start ? start() : (await import('./run-leads.ts')).runLeads());
