import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { secretSettings, settings } from '../../src/bootstrap/config.ts';
import { readConfig } from '../../src/bootstrap/read-config.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';
import { command, imageEnv } from '../support/image.ts';

const at = 'deploy/kubernetes';
const kustomization = async (folder: string) =>
  parse(await readFile(join(at, folder, 'kustomization.yaml'), 'utf8'));
const { resources, configMapGenerator } = await kustomization('base');
const production = await kustomization('production');

interface Named {
  readonly name: string;
}
/** One entry of a Secret or ConfigMap. */
interface Kept extends Named {
  readonly key: string;
}
interface Variable extends Named {
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: Kept; readonly configMapKeyRef?: Kept };
}
/** Files of one Secret. */
interface Mounted {
  readonly items: readonly { readonly path: string }[];
  readonly optional?: boolean;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
/** Seconds that a program serves on in production and then takes to end, at most. */
const MOST_TO_END = 15;

interface Container extends Named {
  readonly args?: readonly string[];
  readonly ports?: readonly (Named & { readonly containerPort: number })[];
  readonly env: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef: Named }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}
interface Pod {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly [Container, ...Container[]];
  readonly terminationGracePeriodSeconds: number;
  readonly volumes: readonly [
    {
      readonly secret?: Mounted;
      readonly projected?: { readonly sources: readonly { readonly secret: Mounted }[] };
    },
  ];
}

const files = [...resources.map((name: string) => join(at, 'base', name)), join(at, 'upgrade/upgrade.yaml')];
const objects = (await Promise.all(files.map((file) => readFile(file, 'utf8'))))
  .flatMap((text) => parseAllDocuments(text))
  .map((document) => document.toJS());
const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);
const pods = new Map<string, Pod>([
  ...ofKind('Deployment').map(({ metadata, spec }) => [metadata.name, spec.template.spec] as const),
  ...ofKind('Job').map(({ metadata, spec }) => [metadata.name, spec.template.spec] as const),
  ...ofKind('CronJob').map(
    ({ metadata, spec }) => [metadata.name, spec.jobTemplate.spec.template.spec] as const,
  ),
]);
const podOf = (name: string): Pod => pods.get(name) as Pod;
const containersOf = (name: string) => [...(podOf(name).initContainers ?? []), ...podOf(name).containers];
const containerOf = (name: string): Container => podOf(name).containers[0];
const programs = [...pods.keys()];
const allContainers = programs.flatMap((pod) =>
  containersOf(pod).map((container) => ({ pod, container, what: `${pod}, ${container.name}` })),
);

/** What the generated ConfigMaps hold, with those of the production folder. */
const literals = (name: string): [string, string][] =>
  [...configMapGenerator, ...production.configMapGenerator]
    .filter((each) => each.name === name)
    .flatMap((each): string[] => each.literals ?? [])
    .map((literal) => literal.split(/=(.*)/s).slice(0, 2) as [string, string]);

const kept = {
  MONGODB_URI: 'mongodb://api:secret@a,b,c/partner_leads?replicaSet=rs0',
  HOOK_KEY: 'k'.repeat(48),
  HOOK_KEY_OLD: 'o'.repeat(48),
  API_KEYS: 'acme:sesame',
  DESK_OIDC_CLIENT_SECRET: 'secret of the desk',
};
const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
for (const [name, text] of Object.entries(kept)) await writeFile(join(folder, name), text);
afterAll(() => rm(folder, { recursive: true }));

/** The environment of a program, as Kubernetes makes it, with settings that a folder of one's own has. */
function environmentOf({ env, envFrom = [] }: Container, own: Readonly<Record<string, string>> = {}) {
  const all = [
    ...Object.entries(imageEnv),
    ...envFrom.flatMap(({ configMapRef }) => literals(configMapRef.name)),
    ...Object.entries(own),
    ...env.map(({ name: variable, value }) => [variable, value] as const),
  ];
  return Object.fromEntries(
    all.map(([variable, value]) => [variable, value?.replace(/^\/secrets\/(\w+\/)?/, `${folder}/`)]),
  );
}

/** The files of secrets that these settings name. */
const secretsNamedBy = (containers: readonly Container[]) =>
  containers
    .flatMap((container) => Object.values(environmentOf(container)))
    .flatMap((value) => (value?.startsWith(folder) ? [basename(value)] : []));

/** Secrets as files: those that are always there, and those that settings may name. */
function filesOf(name: string) {
  const { secret, projected } = podOf(name).volumes[0];
  const all = secret ? [secret] : (projected?.sources.map((source) => source.secret) ?? []);
  const of = (optional: boolean) =>
    all.filter((each) => (each.optional ?? false) === optional).flatMap(({ items }) => items);
  return [of(false), of(true)].map((items) => items.map(({ path }) => basename(path)));
}

describe.each(allContainers)('$what', ({ pod, container }) => {
  it('has settings that exist and go together, with secrets by file alone', async () => {
    const environment = environmentOf(container);
    const known = [
      ...Object.keys(settings),
      ...secretSettings.map((secret) => `${secret}_FILE`),
      ...Object.keys(imageEnv),
    ];
    expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
    expect(secretSettings.filter((secret) => Object.hasOwn(environment, secret))).toEqual([]);
    const config = await readConfig(environment, storeBySettings.acceptsUri);
    expect(config).toMatchObject({
      APP_ENV: 'production',
      MONGODB_URI: expect.stringContaining('replicaSet'),
    });
  });

  it('mounts the files that its settings name, and those that a setting of one’s own may name', async () => {
    const [files = [], optional = []] = filesOf(pod);
    const named = secretsNamedBy([container]);
    expect(named.filter((each) => ![...files, ...optional].includes(each))).toEqual([]);
    expect(files.filter((each) => !secretsNamedBy(containersOf(pod)).includes(each))).toEqual([]);
    const own = Object.fromEntries(optional.map((each) => [`${each}_FILE`, `/secrets/${each}`]));
    const read = async (settings: Record<string, string>) =>
      JSON.parse(
        JSON.stringify(await readConfig(environmentOf(container, settings), storeBySettings.acceptsUri)),
      );
    const [without, config] = [await read({}), await read(own)];
    for (const each of optional.filter((each) => !named.includes(each)))
      expect(config[each]).not.toEqual(without[each]);
  });

  it('runs a program that exists', () => {
    const [node, file, program] = container.args ?? command;
    expect([node, file]).toEqual(command);
    const known = [undefined, 'desk', 'deliver', 'doctor', 'upgrade', 'retention'];
    expect(known).toContain(program);
  });

  it('may do nothing that it does not need', () => {
    expect(podOf(pod)).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: {
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      },
    });
  });
});

describe.each(['api', 'desk', 'deliverer'])('%s', (name) => {
  it('is asked where it listens, has the key of signatures, and time to end', async () => {
    const config = await readConfig(environmentOf(containerOf(name)), storeBySettings.acceptsUri);
    const { ports = [], livenessProbe, readinessProbe } = containerOf(name);
    const listens: Record<string, number | undefined> = {
      http: name === 'desk' ? config.DESK_PORT : config.PORT,
      metrics: config.METRICS_PORT,
    };
    for (const { name: port, containerPort } of ports)
      expect([port, listens[port]]).toEqual([port, containerPort]);
    expect(config.HOOK_KEY).toBe(kept.HOOK_KEY);
    expect(livenessProbe?.httpGet.path).toBe('/healthz');
    for (const probe of [livenessProbe, readinessProbe])
      expect(ports.map((port) => port.name)).toContain(probe?.httpGet.port);
    expect(podOf(name).terminationGracePeriodSeconds).toBeGreaterThanOrEqual(MOST_TO_END);
  });
});

it('no pod reaches any address at all, but the deliverer and the desk public ones', () => {
  const open = ofKind('NetworkPolicy').flatMap(({ metadata, spec }) =>
    (spec.egress ?? []).flatMap((rule: { to?: { ipBlock?: { cidr: string } }[] }) =>
      !rule.to || rule.to.some(({ ipBlock }) => /^0\.0\.0\.0\/0|^(::|2000::)\//.test(ipBlock?.cidr ?? ''))
        ? [metadata.name]
        : [],
    ),
  );
  expect(open).toEqual(['to-the-public']);
});

it('each selector finds pods, and each port that is named is one of theirs', () => {
  const labelOf = (name: string) => `app.kubernetes.io/component=${name}`;
  const labels = [...programs.map(labelOf), 'app.kubernetes.io/part-of=partner-lead-service'];
  for (const { kind, spec } of objects) {
    if (!['Service', 'PodDisruptionBudget', 'NetworkPolicy', 'Deployment'].includes(kind)) continue;
    const { matchLabels = {}, matchExpressions = [] } =
      spec.podSelector ?? (kind === 'Service' ? { matchLabels: spec.selector } : spec.selector);
    const wanted = [
      ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
      ...matchExpressions.flatMap(({ key, values }: { key: string; values: string[] }) =>
        values.map((value) => `${key}=${value}`),
      ),
    ];
    expect(wanted.filter((label) => !labels.includes(label))).toEqual([]);
  }
});
