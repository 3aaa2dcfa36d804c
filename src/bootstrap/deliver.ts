import { startDelivery } from './start-delivery.ts';

if (process.argv.length > 2) {
  console.error('It takes no arguments: a setting is a variable, as in LOG_LEVEL=warn npm run deliver.');
  process.exitCode = 1;
} else {
  await startDelivery();
}
