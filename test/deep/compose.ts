import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { settings } from '../../src/bootstrap/config.ts';
import { composeFiles, resolved } from '../support/compose-file.ts';

/**
 * `node test/deep/compose.ts`: Compose's own loader (compose-go 2.16.2, which `docker compose` is made of) resolves both
 * Compose files with the one `.env` of the page, which also names the file, as the quick test's few lines do. It needs Go.
 */
const folder = mkdtempSync(join(tmpdir(), 'compose-'));
const loader = join(folder, 'loader');
try {
  execFileSync('go', ['build', '-o', loader, '.'], { cwd: 'test/deep/compose', stdio: 'inherit' });
  for (const path of [...Object.keys(composeFiles), 'deploy/server/Caddyfile'])
    cpSync(path, join(folder, path));
  execFileSync(resolve('deploy/server/make-secrets'), { cwd: folder });
  for (const path of Object.keys(composeFiles)) {
    const chosen = Object.keys(settings).map((name) => `${name}='chosen "${name}" # $HOME'`);
    for (const given of [[], ['DESK_URL=https://desk.example.com'], chosen]) {
      const dotEnv = [`COMPOSE_FILE=${path}`, 'DOMAIN=leads.example.com', ...given].join('\n');
      writeFileSync(join(folder, '.env'), dotEnv);
      const project = JSON.parse(execFileSync(loader, [folder], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
      const { services } = resolved(path, dotEnv);
      assert.deepEqual(Object.keys(project.services).sort(), Object.keys(services).sort());
      for (const [name, { environment, secrets }] of Object.entries(services)) {
        assert.deepEqual({ ...project.services[name].environment }, environment, `${path} ${name}`);
        const mounted = (project.services[name].secrets ?? []).map(
          ({ source }: { source: string }) => source,
        );
        assert.deepEqual(mounted, secrets);
      }
    }
    console.log(`${path}: the same environment and secrets in every container`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
