import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, run } from '../support/cache.ts';
import { CLIENT, type RunningProvider, type Where } from './providers.ts';

/** Providers that differ from the usual ones, each as it was tried: on loopback, in memory or in a folder of its own. */

const files = join(import.meta.dirname, 'provider-files');
const client = { id: 'leads-desk', secret: CLIENT.secret };

/** Starts a program; what it says on standard error is shown. */
const started = (command: string, args: readonly string[], env: Record<string, string>) =>
  spawn(command, args, {
    stdio: ['ignore', 'ignore', process.env.SHOW ? 'inherit' : 'ignore'],
    detached: true,
    env: { ...process.env, ...env },
  });

/** Fetches the jars of a Maven project, given by its dependencies, into the cache. Resolves to their class path. */
async function jars(name: string, folder: string, project: string): Promise<string> {
  const home = join(cache, name);
  if (!existsSync(home)) {
    const pom = join(folder, 'pom.xml');
    const head =
      '<modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>';
    writeFileSync(
      pom,
      `<project xmlns="http://maven.apache.org/POM/4.0.0">${head}<packaging>pom</packaging>${project}</project>`,
    );
    const options = ['-DincludeScope=runtime', `-DoutputDirectory=${home}`];
    await run('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', ...options]);
  }
  return join(home, '*');
}

const dependency = (group: string, artifact: string, version = '') =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${version && `<version>${version}</version>`}</dependency>`;

/** From Maven Central. It asks anybody for a name and for any claims, states no way to authenticate, and sends `nbf`. */
export async function mockOAuth2({ folder, port }: Where): Promise<RunningProvider> {
  const wanted = dependency('no.nav.security', 'mock-oauth2-server', '6.0.2');
  const path = await jars('mock-oauth2-server-6.0.2', folder, `<dependencies>${wanted}</dependencies>`);
  const config = { interactiveLogin: true, httpServer: 'NettyWrapper' };
  return {
    ...{ issuer: `http://127.0.0.1:${port}/staff`, client, settings: {} },
    process: started('java', ['-cp', path, 'no.nav.security.mock.oauth2.StandaloneMockOAuth2ServerKt'], {
      ...{ SERVER_HOSTNAME: '127.0.0.1', SERVER_PORT: `${port}`, JSON_CONFIG: JSON.stringify(config) },
    }),
    fields: ({ user, email, role }) => {
      const told = { name: `${user} at the mock`, email, email_verified: true, roles: role ?? 'staff' };
      return { username: user, claims: JSON.stringify(told) };
    },
    told: ['grace at the mock', 'grace@example.com'],
  };
}

/** From Maven Central. It tells neither name nor email nor roles, and knows one way to authenticate for each client. */
export async function spring({ folder, port, returnTo }: Where): Promise<RunningProvider> {
  const boot = 'org.springframework.boot';
  const starters = ['security-oauth2-authorization-server', 'webmvc'].map((name) =>
    dependency(boot, `spring-boot-starter-${name}`),
  );
  const parent = `<parent><groupId>${boot}</groupId><artifactId>spring-boot-starter-parent</artifactId><version>4.0.7</version></parent>`;
  const path = await jars(
    'spring-4.0.7',
    folder,
    `${parent}<dependencies>${starters.join('')}</dependencies>`,
  );
  await run('javac', ['-cp', path, '-d', folder, join(files, 'Provider.java')]);
  const issuer = `http://127.0.0.1:${port}`;
  const at = 'spring.security.oauth2.authorizationserver';
  const registration = {
    ...{ 'client-id': client.id, 'client-secret': `{noop}${client.secret}`, scopes: 'openid,profile,email' },
    ...{ 'redirect-uris': returnTo, 'post-logout-redirect-uris': returnTo },
    'authorization-grant-types': 'authorization_code',
    'client-authentication-methods': 'client_secret_post',
  };
  const properties = {
    ...{ 'server.port': port, 'server.address': '127.0.0.1', [`${at}.issuer`]: issuer },
    ...Object.fromEntries(
      Object.entries(registration).map(([name, value]) => [`${at}.client.desk.registration.${name}`, value]),
    ),
  };
  return {
    ...{ issuer, client, settings: { DESK_OIDC_CLAIM: 'sub', DESK_OIDC_ROLES: 'grace=sales' } },
    process: started('java', ['-cp', `${folder}:${path}`, 'desk.Provider'], {
      SPRING_APPLICATION_JSON: JSON.stringify(properties),
    }),
    told: ['grace', undefined],
  };
}

/** From PyPI. Groups come for a scope of their own, emails without a word on whether they are verified. */
export async function canaille({ port, returnTo }: Where, forNobody = false): Promise<RunningProvider> {
  const home = join(cache, 'canaille-0.3.6');
  const python = join(home, 'bin/python');
  if (!existsSync(python)) {
    await run('python3', ['-m', 'venv', home]);
    await run(python, ['-m', 'pip', 'install', '--quiet', 'canaille[front,oidc,server]==0.3.6']);
  }
  const env = {
    ...{ PORT: `${port}`, CLIENT_ID: client.id, CLIENT_SECRET: client.secret, RETURN_TO: returnTo },
    FOR_NOBODY: forNobody ? 'yes' : 'no',
  };
  const settings = {
    ...{ DESK_OIDC_SCOPE: 'openid profile email groups', DESK_OIDC_CLAIM: 'groups' },
    DESK_OIDC_ROLES: 'leads-sales=sales',
  };
  return {
    ...{ issuer: `http://127.0.0.1:${port}`, client, settings },
    process: started(python, [join(files, 'canaille_provider.py')], env),
    told: ['Grace Hopper', 'grace@example.com'],
  };
}

/**
 * Debian's packages liblemonldap-ng-portal-perl, libio-string-perl, libstring-random-perl, libgd-securityimage-perl and
 * libimage-magick-perl. It reads the header of Basic without decoding it, and signs with HS512 unless told otherwise.
 */
export async function lemonldap(
  { folder, port, returnTo }: Where,
  algorithm = 'RS256',
): Promise<RunningProvider> {
  const issuer = `http://127.0.0.1:${port}/`;
  const at = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const sessions = (name: string) => ({ Directory: at(name), LockDirectory: at(name) });
  const option = (options: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(options).map(([name, value]) => [`oidcRPMetaDataOptions${name}`, value]),
    );
  const config = {
    ...{ cfgNum: 1, cfgAuthor: 'tests', cfgDate: 1, cfgVersion: '2.16.1', key: 'for tests alone' },
    ...{ portal: issuer, domain: '127.0.0.1', cookieName: 'lemonldap', securedCookie: 0 },
    ...{ authentication: 'Demo', userDB: 'Same', passwordDB: 'Null', registerDB: 'Null' },
    ...{ portalDisplayRegister: 0, portalDisplayResetPassword: 0 },
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    groups: { 'leads-sales': "$uid eq 'dwho'", staff: '1' },
    ...{ globalStorage: 'Apache::Session::File', globalStorageOptions: sessions('sessions') },
    ...{ persistentStorage: 'Apache::Session::File', persistentStorageOptions: sessions('persistent') },
    locationRules: { '127.0.0.1': { default: 'accept' } },
    ...{ issuerDBOpenIDConnectActivation: 1, oidcServiceMetaDataIssuer: issuer },
    ...{ oidcServicePrivateKeySig: privateKey, oidcServicePublicKeySig: publicKey, oidcServiceKeyIdSig: 'k' },
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataOptions: {
      desk: option({
        ...{ ClientID: client.id, ClientSecret: client.secret, RedirectUris: returnTo },
        ...{ PostLogoutRedirectUris: returnTo, IDTokenSignAlg: algorithm, BypassConsent: 1 },
      }),
    },
    oidcRPMetaDataExportedVars: { desk: { name: 'cn', email: 'mail', groups: 'groups;string;array' } },
    oidcRPMetaDataOptionsExtraClaims: { desk: { groups: 'groups' } },
  };
  writeFileSync(join(at('conf'), 'lmConf-1.json'), JSON.stringify(config));
  const ini = join(folder, 'lemonldap-ng.ini');
  const cached = `{ 'namespace' => 'conf', 'cache_root' => '${at('cache')}', 'cache_depth' => 0 }`;
  writeFileSync(
    ini,
    `[all]\nlogLevel = error\n[configuration]\ntype = File\ndirName = ${at('conf')}
localStorage = Cache::FileCache\nlocalStorageOptions = ${cached}
[portal]\nstaticPrefix = /static\ntemplateDir = /usr/share/lemonldap-ng/portal/templates\nlanguages = en\n`,
  );
  const portal = 'Lemonldap::NG::Portal::Main';
  return {
    ...{ issuer, client },
    settings: {
      ...{ DESK_OIDC_SCOPE: 'openid profile email groups', DESK_OIDC_CLAIM: 'groups' },
      DESK_OIDC_ROLES: 'leads-sales=sales',
    },
    process: started(
      'plackup',
      ['--host', '127.0.0.1', '--port', `${port}`, `-M${portal}`, '-e', `${portal}->run({})`],
      { LLNG_DEFAULTCONFFILE: ini },
    ),
    fields: ({ user }) => {
      const name = user === 'grace' ? 'dwho' : 'rtyler'; // of its demonstration, whose passwords are their names
      return { user: name, password: name };
    },
    told: ['Doctor Who', 'dwho@badwolf.org'],
  };
}
