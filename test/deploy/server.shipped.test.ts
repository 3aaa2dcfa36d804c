import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { HttpError, type HttpErrorReason } from '../../src/adapters/inbound/http/http-error.ts';
import { secretSettings, settings } from '../../src/bootstrap/config.ts';
import { readConfig } from '../../src/bootstrap/read-config.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';
import { command } from '../support/image.ts';
import { noMongod, startMongod } from '../support/own-mongod.ts';
import { succeeds } from '../support/shell.ts';

describe('compose.yaml', async () => {
  const { services, networks, volumes, secrets } = parse(await readFile('compose.yaml', 'utf8'), {
    merge: true,
  });
  const programs = ['service', 'service-2', 'deliverer', 'desk'];

  it('keeps the leads and the certificates when the containers are replaced', () => {
    expect(services.mongodb.volumes).toContain('leads:/data/db');
    expect(services.front.volumes).toContain('certificates:/data');
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(['leads', 'certificates']));
  });

  /** The settings of a program as it reads them, with what is in `.env`, and secrets as `make-secrets` makes them. */
  const read = (program: string, given: Readonly<Record<string, string>>, folder: string) => {
    const filled = Object.entries<string>(services[program].environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{(\w+):-(.*)\}/, (_, variable, otherwise) => given[variable] ?? otherwise)
        .replace(/\$\{(\w+):\+(.*)\}/, (_, variable, then) => (given[variable] ? then : ''))
        .replace(/^\/run\/secrets\/(\w+)$/, (_, secret) => {
          expect(services[program].secrets).toContain(secret);
          return join(folder, secrets[secret].file);
        }),
    ]);
    return readConfig(Object.fromEntries(filled), storeBySettings.acceptsUri);
  };

  it('passes on every setting that an operator may choose, with valid defaults, and secrets as files', async () => {
    const ofLambda = ['AWS_LAMBDA_HTTP_ENDPOINT', 'LAMBDA_PATH_PREFIX', 'CLOUDWATCH_NAMESPACE'];
    const fixed = ['DATA_FILE', 'QUIET_HOUR', 'PORT', 'HOST', ...ofLambda]; // its database is MongoDB
    const byDeskUrl = ['DESK_PORT', 'DESK_HOST', 'DESK_OIDC_CLIENT_SECRET_FILE'];
    const chosen = Object.keys(settings)
      .filter((name) => !fixed.includes(name))
      .map((name) => (secretSettings.some((secret) => secret === name) ? `${name}_FILE` : name));
    const environments = programs.map((name): Record<string, string> => services[name].environment);
    const passed = new Set(environments.flatMap((environment) => Object.keys(environment)));
    expect([...passed].sort()).toEqual(chosen.sort());
    for (const [name, value] of environments.flatMap((environment) => Object.entries(environment)))
      if (value.startsWith('$') && name !== 'APP_ENV' && !byDeskUrl.includes(name))
        expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?]`));

    const folder = await mkdtemp(join(tmpdir(), 'compose-'));
    await succeeds(resolve('deploy/server/make-secrets'), folder);
    for (const program of programs) {
      expect(services[program].environment.APP_ENV).toMatch(/^\$\{SERVICE_ENV:-production\}$/); // a .env made for trying the service out sets APP_ENV
      expect(await read(program, {}, folder)).toMatchObject({
        APP_ENV: 'production',
        DESK_HOST: '127.0.0.1',
        HOOK_KEY: expect.any(String), // also for those that check signatures
      });
    }
    for (const program of ['service', 'service-2'])
      expect(await read(program, {}, folder)).toMatchObject({ DELIVERIES: 'elsewhere', METRICS_PORT: 9464 });
    await writeFile(join(folder, 'secrets/oidc_client_secret'), 'secret of the desk');
    await writeFile(join(folder, 'secrets/hook_key_old'), 'an earlier key of the webhooks, long enough');
    const given = {
      DESK_URL: 'https://desk.example.com',
      DESK_OIDC_ISSUER: 'https://login.example.com',
      DESK_OIDC_CLIENT_ID: 'desk',
      HOOK_KEY_OLD_FILE: '/run/secrets/hook_key_old',
    };
    expect(await read('desk', given, folder)).toMatchObject({
      DESK_HOST: '0.0.0.0',
      DESK_PORT: 3001,
      DESK_OIDC_CLIENT_SECRET: 'secret of the desk',
      HOOK_KEY_OLD: 'an earlier key of the webhooks, long enough',
    });
    await rm(folder, { recursive: true });
  });

  it('makes each secret once, and tells each container only its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'compose-'));
    const make = () => succeeds(resolve('deploy/server/make-secrets'), folder);
    const contents = async () => {
      const names = await readdir(join(folder, 'secrets'));
      return Promise.all(names.map((name) => readFile(join(folder, 'secrets', name), 'utf8')));
    };
    await make();
    const made = await contents();
    await make();
    expect(await contents()).toEqual(made);
    expect((await stat(join(folder, 'secrets'))).mode & 0o77).toBe(0);
    expect((await readdir(join(folder, 'secrets'))).map((name) => `./secrets/${name}`).sort()).toEqual(
      Object.values<{ file: string }>(secrets)
        .map(({ file }) => file)
        .sort(),
    );
    const users = await readFile('deploy/server/users.js', 'utf8');
    for (const [program, user] of [
      ...programs.map((name) => [name, name.replace(/^service.*/, 'api')]),
      ['backup', 'backup'],
    ]) {
      const uris = services[program ?? ''].secrets.filter((name: string) => /_uri$/.test(name));
      expect(uris).toContain(`${user}_uri`);
      expect(await readFile(join(folder, 'secrets', `${user}_uri`), 'utf8')).toContain(`//${user}:`);
      expect(users).toMatch(new RegExp(`^  ${user}: [{]|createUser\\('${user}'`, 'm'));
      const variable = `${user?.toUpperCase()}_PASSWORD_FILE`;
      expect(services.mongodb.environment[variable]).toBe(`/run/secrets/${user}_password`);
      expect(services.mongodb.secrets).toContain(`${user}_password`);
    }
    expect(services.mongodb.volumes).toContain(
      './deploy/server/users.js:/docker-entrypoint-initdb.d/users.js:ro',
    );
    await rm(folder, { recursive: true });
  });

  it('makes the image of all programs once: Docker refuses one name to two builds at a time', () => {
    expect(new Set(programs.map((name) => services[name].image)).size).toBe(1);
    expect(programs.filter((name) => services[name].build)).toEqual(['service']);
  });

  it('starts programs that exist', async () => {
    for (const name of ['deliverer', 'desk']) {
      const [node, file, program] = services[name].command;
      expect([node, file]).toEqual(command);
      expect(['desk', 'deliver']).toContain(program);
    }
  });

  it('tells the front where the desk and both processes are', async () => {
    expect(services.front.environment.DESK_URL).toMatch(/^\$\{DESK_URL:-http:/);
    const port = /\{\$DESK_UPSTREAM:desk:(\d+)\}/.exec(
      await readFile('deploy/server/Caddyfile', 'utf8'),
    )?.[1];
    expect(services.desk.environment.DESK_PORT).toBe(port);
    expect(services.front.environment.UPSTREAM).toBe('service:3000 service-2:3000');
  });

  it('exposes only the front', () => {
    const open = Object.entries<{ ports?: unknown }>(services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(['front']);
    expect(networks[services.mongodb.networks[0]]).toEqual({ internal: true });
    expect(services.front.networks).not.toContain(services.mongodb.networks[0]);
  });

  it.each(programs)('starts %s once the database is ready, between it and the front', (name) => {
    const { networks: joined, depends_on } = services[name];
    expect(joined).toEqual([...services.front.networks, ...services.mongodb.networks]);
    expect(depends_on).toEqual({ mongodb: { condition: 'service_healthy' } });
    expect(services.front.depends_on).toBeUndefined(); // it would be replaced along with the service
  });

  it('limits the memory of every container, and leaves the database more than its cache', () => {
    const withoutLimit = Object.entries<{ mem_limit?: string }>(services).filter(
      ([, { mem_limit }]) => !mem_limit,
    );
    expect(withoutLimit).toEqual([]);
    const usual = (text: string) => Number(/:-(\d+)/.exec(text)?.[1]);
    const { command: words, mem_limit } = services.mongodb;
    const cache = words[words.indexOf('--wiredTigerCacheSizeGB') + 1];
    expect(usual(mem_limit)).toBeGreaterThan(usual(cache));
  });

  it('limits the log of every container', () => {
    for (const { logging } of Object.values<{ logging?: { options: object } }>(services))
      expect(logging?.options).toMatchObject({ 'max-size': '50m', 'max-file': '5' });
  });

  it('starts again whatever ends', () => {
    const restarts = Object.values<{ restart?: string }>(services).map(({ restart }) => restart);
    expect(new Set(restarts)).toEqual(new Set(['unless-stopped']));
  });

  it.each(programs)('gives %s a read-only root, no privileges, and more than 15 s to end', (name) => {
    const { read_only, cap_drop, security_opt, stop_grace_period } = services[name];
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
    expect(security_opt).toEqual(['no-new-privileges:true']);
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(15);
  });

  it.each(programs)('starts the database as the replica set that %s expects', async (program) => {
    const [file = ''] = services[program].environment.MONGODB_URI_FILE.match(/\w+_uri/) ?? [];
    expect(secrets).toHaveProperty(file);
    const [, name] = /replicaSet=(\w+)/.exec(await readFile('deploy/server/make-secrets', 'utf8')) ?? [];
    expect(services.mongodb.command).toContain(name);
    expect(services.mongodb.healthcheck.test.join(' ')).toContain(`_id: '${name}'`);
  });
});

it.skipIf(noMongod)('the database of compose.yaml logs nothing of a slow command', async () => {
  const { services } = parse(await readFile('compose.yaml', 'utf8'));
  const words: string[] = services.mongodb.command;
  const withoutLogging = words.slice(words.indexOf('--slowOpSampleRate'));
  const logOf = async (args: readonly string[]) => {
    const server = await startMongod({ args: ['--slowms', '0', ...args] });
    const client = new MongoClient(server.directUri);
    await client.db('x').collection('contacts').insertOne({ email: 'canary@example.com' });
    const { log } = await client.db('admin').command({ getLog: 'global' });
    await client.close();
    await server.stop();
    return String(log);
  };
  expect(await logOf([])).toContain('canary@example.com');
  expect(await logOf(withoutLogging)).not.toContain('canary@example.com');
});

describe('the Caddyfile', async () => {
  const [caddyfile = ''] = (await readFile('deploy/server/Caddyfile', 'utf8')).split('\n# The operators');
  const block = (opening: string) => {
    const [, inner = ''] = caddyfile.split(`\n\t${opening} {\n`);
    return inner.split('\n\t}\n')[0] ?? '';
  };

  it('forwards /v1, /in and /docs only', () => {
    expect(caddyfile).toContain('@public path / /v1/* /in/* /docs /docs/*\n');
    expect(caddyfile.match(/\breverse_proxy\b/g)).toHaveLength(1);
    expect(block('handle @public')).toContain('reverse_proxy {$UPSTREAM:service:3000} {');
  });

  it('waits, and sends nothing twice, while a process is being replaced', () => {
    const proxy = block('handle @public');
    expect(proxy).toMatch(/^\t*lb_try_duration [1-9]\d*s$/m);
    expect(proxy).toContain('health_uri /readyz\n');
    expect(proxy).not.toMatch(/^\t*(?:request_buffers|fail_duration)/m);
  });

  it.each([
    ['handle', 'unknown-path'],
    ['handle_errors', 'unavailable'],
  ] as const)('answers in the words of the service: %s', (opening, reason: HttpErrorReason) => {
    const { status, error, message, headers = {} } = new HttpError(reason).wording;
    const said = block(opening);
    const [, text = '', code] = /respond `(.*)` (\d+)$/m.exec(said) ?? [];
    expect(JSON.parse(text)).toEqual({ statusCode: status, body: { ...(error && { error }), message } });
    expect(code).toBe(`${status}`);
    for (const [name, value] of Object.entries(headers))
      expect(said.toLowerCase()).toContain(`header ${name} ${value}\n`);
    expect(said).toContain('header Content-Type "application/json; charset=utf-8"\n');
  });
});

describe('the systemd unit', async () => {
  const unit = await readFile('deploy/systemd/partner-lead-service.service', 'utf8');
  const entry = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';

  it('runs in production, whatever the settings file leaves out', () => {
    expect(entry('Environment').split(' ').sort()).toEqual(['APP_ENV=production', 'NODE_ENV=production']);
  });

  it('reads the settings file that the documentation shows', async () => {
    const page = await readFile('docs/deploy-systemd.md', 'utf8');
    const [, path, file = ''] = /\/dev\/stdin (\S+) <<'END'\n(.*?)\n\s+END\n/s.exec(page) ?? [];
    expect(entry('EnvironmentFile')).toBe(path);
    expect(file).not.toContain('"'); // a shell reads it too, and would expand a $ in a password
    const given = file.split('\n').map((line) => line.trim().replaceAll("'", '').split(/=(.*)/s));
    expect(await readConfig(Object.fromEntries(given), storeBySettings.acceptsUri)).toMatchObject({
      APP_ENV: 'production',
    });
  });

  it('starts what the image starts, again whenever it ends, and gives it more than 15 s to end', () => {
    expect(entry('ExecStart')).toBe(`/usr/bin/${command.join(' ')}`);
    expect(entry('Restart')).toBe('always');
    expect(Number(entry('TimeoutStopSec'))).toBeGreaterThan(15);
    expect(unit).not.toContain('MemoryDenyWriteExecute=yes'); // V8 writes the code that it runs
  });

  it('lets the service use the network and write into its own folder, as a user without privileges', () => {
    expect(entry('RestrictAddressFamilies').split(' ')).toEqual(
      expect.arrayContaining(['AF_INET', 'AF_INET6']),
    );
    expect(entry('ProtectSystem')).toBe('strict');
    expect([entry('User'), entry('NoNewPrivileges')]).toEqual(['leads', 'yes']);
    expect([entry('StateDirectory'), entry('StateDirectoryMode')]).toEqual(['partner-lead-service', '0700']);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
  });

  it('says where its settings are, which the page for one machine makes', async () => {
    const page = await readFile('docs/one-machine.md', 'utf8');
    const [, path, file = ''] = /\/dev\/stdin (\S+) <<'END'\n(.*?)\n\s+END\n/s.exec(page) ?? [];
    expect(unit).toContain(`\nEnvironment=SETTINGS_FROM=${path}\n`);
    expect(entry('EnvironmentFile')).toBe(path);
    const given = file.split('\n').map((line) => line.trim().split(/=(.*)/s));
    const { DATA_FILE } = await readConfig(
      { ...Object.fromEntries(given), APP_ENV: 'production' },
      () => true,
    );
    expect(DATA_FILE).toBe(`/var/lib/${entry('StateDirectory')}/leads.db`);
  });
});
