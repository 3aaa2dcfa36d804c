import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of silence after which Orca counts as done. */
const SILENCE = 2_000;

/** Orca, with its words as text. It closes with `await using`. */
export async function startOrca() {
  const home = await mkdtempDisposable(join(tmpdir(), 'orca-'));
  const path = join(home.path, 'words');
  writeFileSync(path, '');
  mkdirSync(join(home.path, 'orca'));
  copyFileSync(
    new URL('orca-customizations.py', import.meta.url),
    join(home.path, 'orca/orca-customizations.py'),
  );
  const env = { ...process.env, XDG_DATA_HOME: home.path, ORCA_WORDS: path };
  const program = spawn('orca', ['--replace'], { env, stdio: 'ignore' });
  const ended = once(program, 'exit');
  let read = 0;
  const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return {
    /** Resolves to what Orca has said since the last call, once it has been silent for a while. */
    async words(silence = SILENCE): Promise<string[]> {
      let count = -1;
      while (count !== lines().length) {
        count = lines().length;
        await delay(silence);
      }
      const said: string[] = [];
      for (const line of lines().slice(read)) {
        const [kind, text] = JSON.parse(line) as ['says', string] | ['stops', undefined];
        if (kind === 'says' && text?.trim()) said.push(text.trim());
        else if (kind === 'stops' && said.length > 0 && said.at(-1) !== STOPPED) said.push(STOPPED);
      }
      read = count;
      return said;
    },
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL');
      await ended;
      await home[Symbol.asyncDispose]();
    },
  };
}

/** The mark where Orca breaks off what it has said so far. */
const STOPPED = '⊘';
