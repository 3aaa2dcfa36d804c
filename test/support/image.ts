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

/** A folder with the files of the image, made as the Dockerfile says. npm takes packages from its cache if it can. */
export async function buildImage(): Promise<string> {
  const build = await mkdtemp(join(tmpdir(), 'build-'));
  const image = await mkdtemp(join(tmpdir(), 'image-'));
  for (const path of copied) await cp(path, join(build, path), { recursive: true });
  const [install, ...then] = [...dockerfile.matchAll(/(?:^RUN|&&) ((?:npm|node|rm) .+?)(?: \\)?$/gm)].map(
    ([, words = '']) => words,
  );
  if (!install?.startsWith('npm ci ')) throw new Error('The Dockerfile does not begin with an installation.');
  const modules = join(build, 'node_modules');
  await symlink(resolve('node_modules'), modules); // what it installs is installed here
  for (const each of then) {
    if (each === 'node scripts/prune.mjs') {
      await rm(modules);
      await succeeds(`${install} --omit=dev --prefer-offline`, build); // the rest would be removed again
    }
    await succeeds(each, build);
  }
  for (const path of taken) await rename(join(build, path), join(image, path));
  await rm(build, { recursive: true });
  return image;
}
