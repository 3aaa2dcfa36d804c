import { cp, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
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
const taken = [...dockerfile.matchAll(/^COPY --from=build (.+) \.\/$/gm)].flatMap(([, paths = '']) =>
  paths.split(' ').map((path) => relative('/build', path)),
);

const [imageSettings = ''] = /^ENV (?:.*\\\n)*.*$/m.exec(dockerfile) ?? [];
export const imageEnv: Record<string, string> = Object.fromEntries(
  [...imageSettings.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

/** The command by which the Dockerfile builds. */
const [, BUILD = ''] = /^RUN (node scripts\/.+)$/m.exec(dockerfile) ?? [];

/** A folder with what the image is built from, built as the Dockerfile says: a run does it once. */
export async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  for (const path of copied) await cp(path, join(folder, path), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules')); // what it installs is installed here
  await succeeds(BUILD, folder);
  return folder;
}

/** A folder with the files of the image, made from `built` as the Dockerfile says. */
export async function makeImage(built: string): Promise<string> {
  const image = await mkdtemp(join(tmpdir(), 'image-'));
  for (const path of taken) await cp(join(built, path), join(image, basename(path)));
  return image;
}
