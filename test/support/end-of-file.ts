import { afterAll } from 'vitest';
import { atEndOfFile } from './at-end-of-file.ts';
import { stillRunning } from './processes.ts';

/** A test that fails may leave its processes behind, and they would outlive the run. */
afterAll(async () => {
  for (const child of stillRunning) child.kill('SIGKILL');
  for (const end of atEndOfFile.splice(0)) await end();
});
