import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { cache, run } from '../support/cache.ts';

/** Identity providers as people run them, on loopback, with one account that has the role `sales` and one that has none. */

export const CLIENT = { id: 'desk', secret: 's3cr+t/%&=' };
export const accounts = [
  { user: 'grace', email: 'grace@example.com', password: 'pw-grace', role: 'sales' },
  { user: 'bob', email: 'bob@example.com', password: 'pw-bob', role: undefined },
] as const;

export interface RunningProvider {
  readonly issuer: string;
  /** What the desk needs beside issuer and client. */
  readonly settings: Readonly<Record<string, string>>;
  readonly process: ChildProcess;
  /** The desk as the provider knows it. By default CLIENT. */
  readonly client?: { readonly id: string; readonly secret: string };
  /** What an account types into its forms. By default name or email, and password. */
  readonly fields?: (account: (typeof accounts)[number]) => Record<string, string>;
  /** The name and the email of grace, as it tells them. */
  readonly told: readonly [name: string, email: string | undefined];
}

export interface Where {
  readonly folder: string;
  readonly port: number;
  readonly returnTo: string;
}

/** From Maven Central; tried with 26.7.3. It needs Java and unzip. */
export async function keycloak({ folder, port, returnTo }: Where): Promise<RunningProvider> {
  const name = 'keycloak-26.7.3';
  if (!existsSync(join(cache, name))) {
    mkdirSync(cache, { recursive: true });
    const artifact = '-Dartifact=org.keycloak:keycloak-quarkus-dist:26.7.3:zip';
    await run('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`]);
    await run('unzip', ['-q', join(folder, 'keycloak-quarkus-dist-26.7.3.zip'), '-d', cache]);
  }
  const home = join(folder, name);
  await cp(join(cache, name), home, { recursive: true });
  mkdirSync(join(home, 'data/import'), { recursive: true });
  writeFileSync(join(home, 'data/import/staff.json'), JSON.stringify(realm(returnTo)));
  const options = [`--http-port=${port}`, '--hostname-strict=false', '--import-realm'];
  const process = spawn(join(home, 'bin/kc.sh'), ['start-dev', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    env: { ...globalThis.process.env, KC_CACHE: 'local' },
  });
  const settings = { DESK_OIDC_CLAIM: 'realm_access.roles' };
  const issuer = `http://127.0.0.1:${port}/realms/staff`;
  return { issuer, settings, process, told: ['grace Example', 'grace@example.com'] };
}

const realm = (returnTo: string) => ({
  realm: 'staff',
  enabled: true,
  sslRequired: 'none',
  roles: { realm: [{ name: 'sales' }] },
  clients: [
    {
      ...{ clientId: CLIENT.id, secret: CLIENT.secret, redirectUris: [returnTo], standardFlowEnabled: true },
      protocolMappers: [
        {
          ...{ name: 'realm roles', protocol: 'openid-connect' },
          protocolMapper: 'oidc-usermodel-realm-role-mapper',
          config: {
            ...{ 'claim.name': 'realm_access.roles', multivalued: 'true', 'jsonType.label': 'String' },
            'id.token.claim': 'true',
          },
        },
      ],
    },
  ],
  users: accounts.map(({ user, email, password, role }) => ({
    ...{ username: user, email, emailVerified: true, enabled: true, firstName: user, lastName: 'Example' },
    credentials: [{ type: 'password', value: password }],
    realmRoles: role ? [role] : [],
  })),
});

/** Of August 2026: the last version that the Go module proxy has under a number is of 2018. */
const DEX = 'ab64ed778070';

export async function dex({ folder, port, returnTo }: Where): Promise<RunningProvider> {
  const home = join(cache, 'dex');
  if (!existsSync(join(home, 'dex'))) {
    mkdirSync(home, { recursive: true });
    if (!existsSync(join(home, 'go.mod'))) await run('go', ['mod', 'init', 'dex-of-tests'], home);
    const modules = ['cmd/dex', 'api/v2'].map((part) => `github.com/dexidp/dex/${part}@${DEX}`);
    await run('go', ['get', ...modules], home);
    const build = ['build', '-o', 'dex', 'github.com/dexidp/dex/cmd/dex'];
    spawnSync('go', build, { cwd: home, stdio: 'inherit' }); // ten minutes on a small machine
  }
  const issuer = `http://127.0.0.1:${port}/dex`;
  const hashed = accounts.map(({ user, email, password, role }, at) => ({
    ...{
      email,
      username: user,
      userID: `${at}`,
      hash: bcrypt(password),
      groups: role ? ['leads-sales'] : [],
    },
  }));
  const config = {
    ...{ issuer, storage: { type: 'memory' }, web: { http: `127.0.0.1:${port}` } },
    ...{ oauth2: { skipApprovalScreen: true }, enablePasswordDB: true, staticPasswords: hashed },
    staticClients: [{ ...CLIENT, name: 'The desk', redirectURIs: [returnTo] }],
  };
  const file = join(folder, 'dex.json');
  writeFileSync(file, JSON.stringify(config));
  const process = spawn(join(home, 'dex'), ['serve', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: home,
  });
  const settings = {
    ...{ DESK_OIDC_SCOPE: 'openid profile email groups', DESK_OIDC_CLAIM: 'groups' },
    DESK_OIDC_ROLES: 'leads-sales=sales',
  };
  return { issuer, settings, process, told: ['grace', 'grace@example.com'] };
}

/** By Python's crypt, which knows it on Debian: Node has no bcrypt. */
function bcrypt(password: string): string {
  const script =
    'import crypt, sys; print(crypt.crypt(sys.argv[1], crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=1024)))';
  return spawnSync('python3', ['-W', 'ignore', '-c', script, password], { encoding: 'utf8' }).stdout.trim();
}
