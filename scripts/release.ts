import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Builds what is committed, and leaves the files of a release in `dist/release`: the programs with their checksum and the
 * list of packages in them, the units of systemd, the npm package and, where one can be built, this platform's image.
 * Package and image name the repository if its address is in `SOURCE`.
 */

const folder = 'dist/release';
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { SOURCE } = process.env;

const reason = versionsDisagree() ?? uncommitted();
if (reason) {
  console.error(`No release of ${version}: ${reason}`);
  process.exit(1);
}
run('npm', 'run', '-s', 'build');
mkdirSync(folder);
for (const file of ['leads.mjs', 'leads.cdx.json']) copyFileSync(`dist/${file}`, `${folder}/${file}`);
const checksum = createHash('sha256')
  .update(readFileSync(`${folder}/leads.mjs`))
  .digest('hex');
writeFileSync(`${folder}/leads.mjs.sha256`, `${checksum}  leads.mjs\n`);
cpSync('deploy/systemd', folder, { recursive: true });
pack();
const builder = ['docker', 'podman', 'buildah'].find((each) => spawnSync(each, ['info']).status === 0);
if (builder) makeImage(builder);
console.log(`${folder} has, of ${version}: ${readdirSync(folder).join(', ')}`);
if (!builder) console.log('It has no image: neither docker nor podman nor buildah works here.');

function versionsDisagree(): string | undefined {
  const [, told] = /version = '(.*)'/.exec(readFileSync('src/bootstrap/version.ts', 'utf8')) ?? [];
  if (told !== version) return `src/bootstrap/version.ts says ${told}. Run \`node scripts/version.ts\`.`;
  const [, heading = ''] = /^## (.*)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  const isDated = heading.startsWith(`${version} (`);
  return isDated ? undefined : `CHANGELOG.md begins with "${heading}", not with "${version} (DAY)".`;
}

function uncommitted(): string | undefined {
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  return changed ? `this is not committed:\n${changed}` : undefined;
}

function pack(): void {
  const how = ['--ignore-scripts', '--silent', '--pack-destination', resolve(folder)];
  run('npm', 'pack', ...how);
  if (!SOURCE) return;
  run('tar', '-xzf', `${folder}/${name}-${version}.tgz`, '-C', 'dist'); // as `dist/package`
  run('npm', 'pkg', 'set', `repository.url=git+${SOURCE}.git`, '--prefix', 'dist/package');
  run('npm', 'pack', './dist/package', ...how);
  rmSync('dist/package', { recursive: true });
}

function makeImage(builder: string): void {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const told = [`VERSION=${version}`, `REVISION=${commit}`, `SOURCE=${SOURCE ?? ''}`];
  const tag = `${name}:${version}`;
  const file = `${folder}/image-${process.arch}.tar`;
  run(builder, 'build', '--tag', tag, ...told.flatMap((each) => ['--build-arg', each]), '.');
  if (builder === 'buildah') run(builder, 'push', tag, `docker-archive:${file}:${tag}`);
  else run(builder, 'save', '--output', file, tag);
}

/** Ends this program if that one fails. */
function run(command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
