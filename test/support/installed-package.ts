import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { askFor } from './ask-for.ts';
import { compileCache } from './processes.ts';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');
const modules = join(repository, 'node_modules');

/** An empty project with this package installed from its own tarball. */
export interface Project {
  readonly path: string;
  /** Copies files or folders of this repository. */
  add(...paths: string[]): Promise<void>;
  write(name: string, text: string): Promise<void>;
  /** Runs a program of the project, or `node`. Returns what it printed; rejects if it failed. */
  run(program: string, ...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** `alongside`: what the project itself depends on. Nothing is fetched: dependencies are this repository's own. */
export async function projectWithPackage(tarball: string, alongside: readonly string[]): Promise<Project> {
  const path = await mkdtemp(join(tmpdir(), 'partner-lead-service-'));
  const { name, dependencies } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));

  const installed = join(path, 'node_modules', name);
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const dependency of new Set([...Object.keys(dependencies), ...alongside])) {
    const link = join(path, 'node_modules', dependency);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(modules, dependency), link);
  }
  const write = (file: string, text: string) => writeFile(join(path, file), text);
  await write('package.json', '{ "name": "project", "private": true, "type": "module" }');

  return {
    path,
    write,
    async add(...paths) {
      for (const each of paths)
        await cp(join(repository, each), join(path, each.split('/').at(-1) ?? each), { recursive: true });
    },
    async run(program, ...args) {
      const command = program === 'node' ? [] : [join(modules, '.bin', program)];
      const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
      const { stdout, stderr } = await run(process.execPath, [...command, ...args], { cwd: path, env });
      return stdout + stderr;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** The package as it would be published, of what the run has built: the path of its tarball, in a folder of its own. */
export async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'));
  for (const part of [
    'package.json',
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'src',
    'docs',
    'bench/results',
    'test/resilience/results',
    'examples',
  ])
    await cp(join(repository, part), join(folder, part), { recursive: true });
  await cp(join((await askFor('built')) ?? '', 'dist'), join(folder, 'dist'), { recursive: true });
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: folder });
  return join(folder, JSON.parse(stdout)[0].filename);
}

/** What became of the project's own tests. */
export async function suitesOf(project: Project): Promise<{ passed: number; failed: readonly string[] }> {
  const report = ['--reporter', 'json', '--outputFile', 'report.json'];
  await project.run('vitest', 'run', ...report).catch(() => {});
  const { testResults, numPassedTests } = JSON.parse(
    await readFile(join(project.path, 'report.json'), 'utf8'),
  );
  type Result = { readonly status: string; readonly fullName: string; readonly failureMessages: string[] };
  const results: Result[] = testResults.flatMap(
    (file: { assertionResults: Result[] }) => file.assertionResults,
  );
  const failed = results
    .filter(({ status }) => status !== 'passed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join()}`);
  return { passed: numPassedTests, failed };
}
