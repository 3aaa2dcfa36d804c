import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/bootstrap/config.ts';
import { readConfig } from '../../src/bootstrap/read-config.ts';

const path = 'deploy/server/compose.file.yaml';

describe(path, () => {
  const { services, volumes } = parse(readFileSync(path, 'utf8'));
  const { service, folder, front } = services;

  it('keeps the leads in a volume, of which the service’s user is the owner, and the certificates', () => {
    expect(service.volumes).toEqual(['leads:/data']);
    expect(dirname(service.environment.DATA_FILE)).toBe('/data');
    expect(folder.volumes).toEqual(service.volumes);
    const user = /^USER (\S+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
    expect(folder.entrypoint).toEqual(['chown', user, '/data']);
    expect(service.depends_on.folder.condition).toBe('service_completed_successfully');
    expect(Object.keys(volumes)).toEqual(['certificates', 'leads']);
  });

  it('has settings that the service reads and that are valid, with a desk and without', async () => {
    const names = Object.keys(service.environment);
    expect(names.filter((name) => !(name in settings))).toEqual([]);
    for (const DESK_URL of [undefined, 'https://desk.example.com']) {
      const filled = Object.entries<string>(service.environment).map(([name, value]) => [
        name,
        value
          .replace(/\$\{SERVICE_ENV:-(.*)\}/, '$1')
          .replace(/\$\{DESK_URL:\+(.*)\}/, DESK_URL ? '$1' : '')
          .replace(/^\$\{(\w+):-\}$/, (_, variable) => (variable === 'DESK_URL' && DESK_URL) || ''),
      ]);
      const config = await readConfig(Object.fromEntries(filled), () => true);
      expect(config).toMatchObject({ APP_ENV: 'production', DATA_FILE: '/data/leads.db' });
    }
  });

  it('names files and hosts that exist', () => {
    const mounted: string[] = front.volumes.filter((each: string) => each.startsWith('.'));
    for (const each of [...mounted.map((volume) => volume.split(':')[0] ?? ''), folder.build])
      expect(existsSync(join(dirname(path), each)), each).toBe(true);
    const hosts = [...Object.keys(services), ...service.networks.front.aliases];
    expect(hosts).toContain(front.environment.UPSTREAM.split(':')[0]);
    expect(readFileSync('deploy/server/Caddyfile', 'utf8')).toContain('desk:3001');
    expect(hosts).toContain('desk');
  });
});
