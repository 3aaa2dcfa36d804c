import { startServer } from './start-server.ts';

if (process.argv.length > 2) {
  console.error('The server takes no arguments: a setting is a variable, as in PORT=3100 npm start.');
  process.exitCode = 1;
} else {
  await startServer();
}
