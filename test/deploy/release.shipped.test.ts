import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFor } from '../support/ask-for.ts';
import { run } from '../support/processes.ts';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

describe('npm run release', () => {
  let clone: string;
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], {
      cwd: clone,
    });
  const write = (file: string, text: string) => writeFile(join(clone, file), text);

  /** A clone with a release to be made, which has been built, and with builders of images that do not work. */
  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'release-'));
    const taken = [
      'scripts/release.ts',
      'src/bootstrap/version.ts',
      'deploy/systemd',
      'LICENSE',
      'README.md',
    ];
    for (const path of [...taken, '.gitignore']) await cp(path, join(clone, path), { recursive: true });
    await cp(join((await askFor('built')) ?? '', 'dist'), join(clone, 'dist'), { recursive: true });
    const here = JSON.parse(await readFile('package.json', 'utf8'));
    const scripts = { ...here.scripts, build: 'rm -rf dist/release' };
    await write('package.json', JSON.stringify({ ...here, scripts }));
    await write('CHANGELOG.md', `# Changelog\n\n## ${version} (2026-11-29)\n`);
    await mkdir(join(clone, 'node_modules/bin'), { recursive: true });
    for (const builder of ['docker', 'podman', 'buildah']) await builds(builder, 'exit 1');
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'A release');
  }, 120_000);
  afterAll(() => rm(clone, { recursive: true }));

  const builds = (builder: string, script: string) =>
    writeFile(join(clone, 'node_modules/bin', builder), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  const release = (env = {}) => {
    const PATH = `${join(clone, 'node_modules/bin')}:${process.env.PATH}`;
    return run(process.execPath, ['scripts/release.ts'], { PATH, ...env }, clone).finished;
  };
  const left = () => readdir(join(clone, 'dist/release'));

  it('leaves all files of a release, and says that there is no image where none can be built', async () => {
    const { code, out } = await release();
    expect(code).toBe(0);
    expect(out).toContain('It has no image: neither docker nor podman nor buildah works here.');
    const files = ['leads.mjs', 'leads.mjs.sha256', 'leads.cdx.json', `partner-lead-service-${version}.tgz`];
    expect((await left()).toSorted()).toEqual([...files, ...(await readdir('deploy/systemd'))].toSorted());
    const inside = join(clone, 'dist/release');
    execFileSync('sha256sum', ['--check', 'leads.mjs.sha256'], { cwd: inside });
    expect(await readFile(join(inside, 'leads.mjs'))).toEqual(await readFile(join(clone, 'dist/leads.mjs')));
    const packed = execFileSync('tar', ['-tzf', files[3] ?? ''], { cwd: inside, encoding: 'utf8' });
    expect(packed).toContain('package/dist/library/index.js');
    expect(packed).not.toContain('dist/release');
  });

  it('has an image where one can be built; package and image name the repository, if that is said', async () => {
    await builds('podman', 'echo "podman $*"; [ "$1" != save ] || echo an image > "$3"');
    const { code, out } = await release({ SOURCE: 'https://example.com/leads' });
    expect(code).toBe(0);
    expect(out).toContain(
      `podman build --tag partner-lead-service:${version} --build-arg VERSION=${version} `,
    );
    expect(out).toMatch(
      /--build-arg REVISION=[0-9a-f]{40} --build-arg SOURCE=https:\/\/example\.com\/leads \./,
    );
    expect(await left()).toContain(`image-${process.arch}.tar`);
    const file = `dist/release/partner-lead-service-${version}.tgz`;
    const packed = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { cwd: clone });
    expect(JSON.parse(packed.toString()).repository).toEqual({ url: 'git+https://example.com/leads.git' });
    expect(await readdir(join(clone, 'dist'))).not.toContain('package');

    await builds('podman', '[ "$1" != build ]');
    expect((await release()).code, 'an image that cannot be built').toBe(1);
  });

  it.each([
    [
      'another version in the program',
      'src/bootstrap/version.ts',
      "version = '0.0.1'",
      'version.ts says 0.0.1',
    ],
    ['a changelog of what comes next', 'CHANGELOG.md', '## Unreleased\n', 'begins with "Unreleased"'],
    ['a version without its day', 'CHANGELOG.md', `## ${version}\n`, `begins with "${version}"`],
    ['a file that is not committed', 'README.md', 'Changed.', 'this is not committed:\n M README.md'],
  ])('refuses %s, before it builds', async (_, file, text, said) => {
    await write(file, text);
    const { code, out, err } = await release();
    git('checkout', '--quiet', file);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(new RegExp(`^No release of ${version}: `));
    expect(err).toContain(said);
  });
});
