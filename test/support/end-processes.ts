import { afterAll } from 'vitest';
import { stillRunning } from './processes.ts';

/** A test that fails may leave its processes behind, and they would outlive the run. */
afterAll(() => {
  for (const child of stillRunning) child.kill('SIGKILL');
});
