import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, isExecutable, run } from './cache.ts';

/** The oldest and the newest Node of each line that `engines` allows, as packages of npm: `npm view node versions`. */
export const nodes = ['22.18.0', '22.23.3', '24.0.0', '24.21.0', '26.0.0', '26.10.0'] as const;

/** The newest Node of the line before them. */
export const tooOld = '20.20.2';

export type Nodes = Readonly<Record<(typeof nodes)[number] | typeof tooOld, string>>;

/** The path of each Node: this one, or fetched into the cache. `undefined` where the registry cannot be reached. */
export async function findNodes(): Promise<Nodes | undefined> {
  try {
    const wanted = [...nodes, tooOld];
    const paths = await Promise.all(wanted.map(async (version) => [version, await pathOf(version)] as const));
    return Object.fromEntries(paths) as Nodes;
  } catch (error) {
    console.error(`Not every Node can be fetched: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

async function pathOf(version: string): Promise<string> {
  if (process.version === `v${version}`) return process.execPath;
  const path = join(cache, `node-${version}`);
  if (!isExecutable(path)) await fetchNode(version, path);
  return path;
}

/** Complete or not at all, as `fetchFromWheel`. */
async function fetchNode(version: string, path: string): Promise<void> {
  console.error(`Fetching Node ${version} for the tests (40 MB, once) …`);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'download-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "allowScripts": { "node": true } }');
    const options = ['--save-exact', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...options, `node@${version}`], folder);
    renameSync(join(folder, 'node_modules/node/bin/node'), path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
