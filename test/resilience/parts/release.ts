import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandOf, type Finished, run } from '../../support/processes.ts';

type Programs = Readonly<Record<'server' | 'leads', string>>;

/** A version of the service, as the paths of its programs. */
export class Release {
  readonly version: string;
  readonly #programs: Programs;

  constructor(version: string, programs: Programs) {
    this.version = version;
    this.#programs = programs;
  }

  program(name: keyof Programs): string {
    return this.#programs[name];
  }

  /** Runs its command line. Resolves to what it printed; rejects if it failed. */
  async leads(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    const { code, out, err }: Finished = await this.#run(args, env);
    if (code !== 0) throw new Error(`leads ${args.join(' ')} (${this.version}): ${err}`);
    return out;
  }

  #run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Finished> {
    const running = run(process.execPath, [this.program('leads'), ...args], env);
    running.process.stdin?.end();
    return running.finished;
  }
}

const versionHere = async (): Promise<string> => JSON.parse(await readFile('package.json', 'utf8')).version;

export async function thisRelease(): Promise<Release> {
  const [[server = ''], [leads = '']] = [await commandOf('server'), await commandOf('leads')];
  return new Release(await versionHere(), { server, leads });
}

/** The last version that is done, and its commit, as CHANGELOG.md names them. */
async function lastNamed() {
  const heading = /^## (\d+\.\d+\.\d+)\b.*?\b([0-9a-f]{7,40})\b/m;
  const [, version, commit] = heading.exec(await readFile('CHANGELOG.md', 'utf8')) ?? [];
  if (!version || !commit) throw new Error('CHANGELOG.md names no commit of an earlier version');
  return { version, commit };
}

/**
 * That version in a folder of its own, with the packages that are installed here: what it alone needs is a devDependency
 * until the next release. `undefined` if this clone does not have its commit.
 */
export async function lastRelease(): Promise<(Release & AsyncDisposable) | undefined> {
  const { version, commit } = await lastNamed();
  const isHere = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0;
  if (!isHere) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const { status } = spawnSync('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`]);
  if (status !== 0) throw new Error(`git archive ${commit} failed`);
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const [server, leads] = [join(folder, 'src/bootstrap/server.ts'), join(folder, 'src/bootstrap/leads.ts')];
  return Object.assign(new Release(version, { server, leads }), {
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  });
}
