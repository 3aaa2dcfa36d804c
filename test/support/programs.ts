import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileCache } from './processes.ts';

/**
 * Bundles all programs into one file, as they are shipped: it starts for a quarter of the CPU that the sources take. Its
 * path is always the same in a clone, so that Node's compiled code is found again.
 */
export async function bundlePrograms(): Promise<string> {
  const clone = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16);
  const folder = join(compileCache, clone);
  mkdirSync(folder, { recursive: true });
  const fresh = mkdtempSync(join(folder, 'new-'));
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', bundle, fresh]); // on Node’s own modules
  const path = join(folder, 'leads.mjs');
  renameSync(join(fresh, 'leads.mjs'), path); // whole, also for another run at the same time
  rmSync(fresh, { recursive: true });
  return path;
}

const script = new URL('../../scripts/bundle-in-one.ts', import.meta.url).href;
const bundle = `import { bundleInOne } from ${JSON.stringify(script)}; await bundleInOne(process.argv[1]);`;
