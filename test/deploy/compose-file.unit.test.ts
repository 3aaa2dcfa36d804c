import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { secretSettings, settings } from '../../src/bootstrap/config.ts';
import { readConfig } from '../../src/bootstrap/read-config.ts';
import { composeFiles, resolved } from '../support/compose-file.ts';

const ofLambda = ['AWS_LAMBDA_HTTP_ENDPOINT', 'LAMBDA_PATH_PREFIX', 'CLOUDWATCH_NAMESPACE'];

describe.each(Object.entries(composeFiles))('%s', (path, { fixed, absent }) => {
  /** Every setting with a value of its own; `DESK_URL` also opens the desk to the front. */
  const given = Object.fromEntries(Object.keys(settings).map((name) => [name, `chosen ${name}`]));
  const dotEnv = Object.entries({ ...given, SERVICE_ENV: 'sandbox', DOMAIN: 'leads.example.com' })
    .map(([name, value]) => `${name}='${value}'`)
    .join('\n');
  const environments = Object.entries(resolved(path, dotEnv).services).map(
    ([, { environment }]) => environment,
  );
  /** The values with which programs get it. */
  const arrived = (name: string) => new Set(environments.flatMap(({ [name]: value }) => value ?? []));

  it('passes on every setting of the table from the one .env, but for what containers fix', () => {
    const secret: readonly string[] = secretSettings;
    for (const name of Object.keys(settings)) {
      if (name in fixed || name === 'APP_ENV' || ofLambda.includes(name)) continue;
      if (secret.includes(name)) continue;
      if (absent.some((each) => each === name)) expect([...arrived(name)], name).toEqual([]);
      else expect([...arrived(name)], name).toEqual([`chosen ${name}`]);
    }
    for (const [name, value] of Object.entries(fixed)) expect([...arrived(name)], name).toEqual([value]);
    expect([...arrived('APP_ENV')]).toEqual(['sandbox']);
    expect([...arrived('DOMAIN')]).toContain('leads.example.com');
  });

  it('has secrets as files, which somebody may name, or which are always there', () => {
    const names = secretSettings.filter((name) => name !== 'MONGODB_URI');
    const files = names.map((name) => `${name}_FILE=/run/secrets/${name.toLowerCase().replace('desk_', '')}`);
    const { services } = resolved(path, `DESK_OIDC_ISSUER=https://login.example.com\n${files.join('\n')}`);
    for (const file of files) {
      const [name = '', secret = ''] = file.split('=');
      const with_ = Object.values(services).filter(({ environment }) => environment[name]);
      expect(with_.length, name).toBeGreaterThan(0);
      for (const { environment, secrets } of with_) {
        expect(environment[name]).toBe(secret);
        expect(secrets).toContain(secret.replace('/run/secrets/', ''));
      }
    }
    expect(services.front?.secrets).toEqual([]);
  });

  it('serves in production unless SERVICE_ENV says otherwise: a .env made for trying the service out sets APP_ENV', () => {
    const { services } = resolved(path, 'APP_ENV=sandbox');
    const modes = Object.values(services).flatMap(({ environment: { APP_ENV } }) => APP_ENV ?? []);
    expect(new Set(modes)).toEqual(new Set(['production']));
  });
});

it('the page of settings names what Compose fixes', () => {
  const [, said = ''] = /^Compose fixes (.*?), and /m.exec(readFileSync('docs/settings.md', 'utf8')) ?? [];
  const named = [...said.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const fixed = Object.values(composeFiles).flatMap(({ fixed, absent }) => [
    ...Object.keys(fixed),
    ...absent,
  ]);
  const ofOne = ['SETTINGS_FROM', 'QUIET_HOUR', 'DELIVERIES'];
  expect(named.toSorted()).toEqual([...new Set(fixed)].filter((name) => !ofOne.includes(name)).toSorted());
});

describe('compose.file.yaml', () => {
  const path = 'compose.file.yaml';
  const { services, volumes } = parse(readFileSync(path, 'utf8'), { merge: true });
  const { service, folder, front } = services;

  it('keeps the leads in a volume, of which the service’s user is the owner, and the certificates', () => {
    expect(service.volumes).toContain('leads:/data');
    expect(dirname(service.environment.DATA_FILE)).toBe('/data');
    expect(folder.volumes).toEqual(['leads:/data']);
    const user = /^USER (\S+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
    expect(folder.entrypoint).toEqual(['chown', user, '/data']);
    expect(service.depends_on.folder.condition).toBe('service_completed_successfully');
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(['certificates', 'leads']));
  });

  it.each([
    ['without a desk', 'DOMAIN=leads.example.com', '127.0.0.1'],
    ['with one', 'DESK_URL=https://desk.example.com', '0.0.0.0'],
  ])('has settings that go together %s', async (_how, dotEnv, DESK_HOST) => {
    const { HOOK_KEY_FILE, ...environment } = resolved(path, dotEnv).services.service?.environment ?? {};
    expect(HOOK_KEY_FILE).toBe('/run/secrets/hook_key');
    expect(await readConfig(environment, () => true)).toMatchObject({
      ...{
        APP_ENV: 'production',
        DATA_FILE: '/data/leads.db',
        DESK_HOST,
        DESK_PORT: 3001,
        SHUTDOWN_DELAY_MS: 1500,
      },
    });
  });

  it('backs up and erases as a program of its own, which runs a script that is there', () => {
    const { upkeep } = services;
    expect(upkeep).toMatchObject({ image: service.image, network_mode: 'none', command: ['/upkeep.sh'] });
    expect(upkeep.environment).toEqual(service.environment);
    expect(upkeep.volumes).toEqual(['leads:/data', './deploy/server/upkeep.sh:/upkeep.sh:ro']);
    expect(statSync('deploy/server/upkeep.sh').mode & 0o111).toBe(0o111);
  });

  it('names files and hosts that exist', () => {
    const mounted: string[] = front.volumes.filter((each: string) => each.startsWith('.'));
    for (const each of [...mounted.map((volume) => volume.split(':')[0] ?? ''), `${folder.build}/Dockerfile`])
      expect(existsSync(each), each).toBe(true);
    const hosts = [...Object.keys(services), ...service.networks.front.aliases];
    expect(hosts).toContain(front.environment.UPSTREAM.split(':')[0]);
    expect(readFileSync('deploy/server/Caddyfile', 'utf8')).toContain('desk:3001');
    expect(hosts).toContain('desk');
    const made = readFileSync('deploy/server/make-secrets', 'utf8');
    for (const secret of service.secrets) expect(made).toContain(secret);
  });
});
