import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { succeeds } from './shell.ts';

export const dockerfile = await readFile('Dockerfile', 'utf8');

/** The commands of the health check and of the image itself. */
export const [healthCheck = [], command = []] = [...dockerfile.matchAll(/^\s*CMD (\[.*\])$/gm)].map(
  ([, words = '[]']): string[] => JSON.parse(words),
);

/** What the image is built from. */
export const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
  paths.split(' '),
);

/** What it takes from that build. */
const taken = [...dockerfile.matchAll(/^COPY --from=build \/build\/(\S+) \S+$/gm)].map(
  ([, path = '']) => path,
);

const [imageSettings = ''] = /^ENV (?:.*\\\n)*.*$/m.exec(dockerfile) ?? [];
export const imageEnv: Record<string, string> = Object.fromEntries(
  [...imageSettings.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

/** The commands by which the Dockerfile installs and builds, one after another. */
const [install = '', ...steps] = [...dockerfile.matchAll(/(?:^RUN|&&) ((?:npm|node|rm) .+?)(?: \\)?$/gm)].map(
  ([, words = '']) => words,
);
const BUILD = 'node scripts/build.ts';

/** A folder with what the image is built from, built as the Dockerfile says: a run does it once. */
export async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  for (const path of copied) await cp(path, join(folder, path), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules')); // what it installs is installed here
  await succeeds(BUILD, folder);
  return folder;
}

/** A folder with the files of the image, made from `built` as the Dockerfile says. npm takes packages from its cache if it can. */
export async function makeImage(built: string): Promise<string> {
  if (!install.startsWith('npm ci ')) throw new Error('The Dockerfile does not begin with an installation.');
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  const image = await mkdtemp(join(tmpdir(), 'image-'));
  const notModules = (path: string) => path !== join(built, 'node_modules');
  await cp(built, folder, { recursive: true, filter: notModules });
  await succeeds(`${install} --omit=dev --prefer-offline`, folder); // the rest would be removed again
  for (const each of steps.filter((step) => step !== BUILD)) await succeeds(each, folder);
  for (const path of taken) await rename(join(folder, path), join(image, path));
  await rm(folder, { recursive: true });
  return image;
}
