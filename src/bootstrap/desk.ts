import { startDesk } from './start-desk.ts';

if (process.argv.length > 2) {
  console.error('The desk takes no arguments: a setting is a variable, as in DESK_PORT=3002 npm run desk.');
  process.exitCode = 1;
} else {
  await startDesk();
}
