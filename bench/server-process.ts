import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hasEnded } from '../test/support/processes.ts';

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Asks V8's inspector in the process, one thing at a time. */
  inspect<T>(method: string, params?: object): Promise<T>;
}

/** Starts a server as a separate process on a free port. Resolves when it has printed its address. */
export async function startServer(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', './bench/inspected.ts', file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_FILE: 'memory', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.on('exit', endWithUs);
  return {
    url: await addressOf(child, file),
    pid: child.pid ?? 0,
    async inspect<T>(method: string, params = {}) {
      child.send({ method, params });
      const [answer] = await once(child, 'message');
      return answer as T;
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', endWithUs);
      if (hasEnded(child)) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Keeps reading afterwards: a pipe that nobody empties would block a server that logs. */
function addressOf(child: ChildProcess, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk) => {
      if (said.length < 10_000) said += chunk;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (address) resolve(address[0]);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

/** CPU time that a process has used so far, in microseconds; NaN if the system does not report it (only Linux does). */
export function cpuOf(pid: number): number {
  const fields = procFile(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000; // in hundredths of a second, user and system
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
