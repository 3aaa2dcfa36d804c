import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../../.dependency-cruiser.mjs';

const rooms = ['src', 'suites', 'conformance'];

async function cruiseSources(baseDir: string): Promise<ICruiseResult> {
  const { forbidden, options } = config;
  const { output } = await cruise(
    rooms,
    { ...options, baseDir, ruleSet: { forbidden }, validate: true },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  );
  return output as ICruiseResult;
}

const sourceFiles = globSync(rooms.map((room) => `${room}/**/*.{js,ts}`));

const sending = /\bfetch\(|\brequest\(|node:https|\bnet\.connect\(/;

describe('who may import what', () => {
  it('holds in the whole source tree', async () => {
    const { modules, summary } = await cruiseSources(process.cwd());
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
    const cruised = modules.map(({ source }) => source).filter((source) => sourceFiles.includes(source));
    expect(cruised.sort()).toEqual(sourceFiles.sort());
  });

  it.each([
    ['only the composition root reads the environment', /process\.env/, /^src\/bootstrap\//],
    [
      'nothing in a server sends a request',
      sending,
      /^conformance\/|\/reference-page\/page\.js$|\/desk\/scripts\/news\.js$|\/(?:webhooks\/post-event|openid-connect\/ask)\.ts$/,
    ],
  ])('%s', async (_what, pattern, exempt) => {
    const files = sourceFiles.filter((file) => !exempt.test(file));
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(files.filter((_file, index) => pattern.test(sources[index] ?? ''))).toEqual([]);
  });
});

it.each([
  ['index', /^src\/application\/.*\/?ports\//],
  ['operators', /^src\/operators\/application\/.*\/?ports\//],
])(
  'the library’s entry %s exports every port of its half, so that others can name what they implement',
  async (name, half) => {
    const entry = await readFile(`src/library/${name}.ts`, 'utf8');
    const ports = sourceFiles.filter((file) => half.test(file));
    expect(ports).not.toEqual([]);
    expect(ports.filter((port) => !entry.includes(port.replace('src/', '../')))).toEqual([]);
  },
);

/** Each rule, with a file and an import that break it. */
const planted: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['the-house-stands-without-its-wing', 'src/domain/x.ts', '../operators/domain/work/worked-deal.ts'],
  ['the-house-stands-without-its-wing', 'src/application/x.ts', '../operators/application/events/bell.ts'],
  [
    'the-house-stands-without-its-wing',
    'src/adapters/inbound/koa/x.ts',
    '../../../operators/adapters/inbound/presentation/lead-views.ts',
  ],
  ['the-root-entry-has-no-wing', 'src/library/lead-service.ts', '../operators/application/events/bell.ts'],
  ['domain-imports-itself-alone', 'src/domain/x.ts', 'node:crypto'],
  ['domain-imports-itself-alone', 'src/domain/x.ts', 'valibot'],
  ['domain-imports-itself-alone', 'src/domain/x.ts', '../bootstrap/server.ts'],
  ['operators-domain-imports-the-domain', 'src/operators/domain/x.ts', '../application/operator.ts'],
  ['application-imports-the-domain', 'src/application/x.ts', 'node:crypto'],
  ['application-imports-the-domain', 'src/application/x.ts', '../adapters/outbound/mongodb/mongo-crm.ts'],
  [
    'operators-application-imports-the-domain',
    'src/operators/application/leads/x.ts',
    '../../../adapters/outbound/mongodb/mongo-crm.ts',
  ],
  ['events-know-no-operators', 'src/operators/application/events/x.ts', '../operator.ts'],
  ['events-know-no-operators', 'src/operators/application/events/x.ts', '#operators/application/operator.ts'],
  ['a-room-of-use-cases-knows-no-list-of-them', 'src/operators/application/leads/x.ts', '../operator.ts'],
  ['http-knows-no-framework', 'src/adapters/inbound/http/x.ts', 'koa'],
  ['http-knows-no-framework', 'src/adapters/inbound/http/x.ts', 'node:http'],
  [
    'an-inbound-adapter-knows-http-or-the-application',
    'src/adapters/inbound/node-http/x.ts',
    '../koa/lead-app.ts',
  ],
  [
    'an-inbound-adapter-knows-http-or-the-application',
    'src/adapters/inbound/lambda/x.ts',
    '../koa/lead-app.ts',
  ],
  [
    'an-inbound-adapter-knows-http-or-the-application',
    'src/adapters/inbound/a-new-one/x.ts',
    '../koa/lead-app.ts',
  ],
  [
    'an-inbound-adapter-knows-http-or-the-application',
    'src/adapters/inbound/reference-page/x.ts',
    '../koa/lead-app.ts',
  ],
  ['an-inbound-adapter-calls-ports', 'src/adapters/inbound/koa/x.ts', '../../../application/submit-lead.ts'],
  ['an-inbound-adapter-says-what-it-needs', 'src/adapters/inbound/a-new-one/x.ts', 'koa'],
  ['an-inbound-adapter-says-what-it-needs', 'src/operators/adapters/inbound/a-new-one/x.ts', 'koa'],
  [
    'an-operators-adapter-knows-presentation-or-the-application',
    'src/operators/adapters/inbound/cli/x.ts',
    '../desk/page.ts',
  ],
  ['presentation-knows-no-adapter', 'src/operators/adapters/inbound/presentation/x.ts', '../desk/page.ts'],
  ['presentation-knows-no-adapter', 'src/operators/adapters/inbound/presentation/x.ts', 'koa'],
  ['node-http-keeps-to-its-framework', 'src/adapters/inbound/node-http/x.ts', 'koa'],
  ['reference-page-keeps-to-its-framework', 'src/adapters/inbound/reference-page/x.ts', 'commander'],
  ['koa-keeps-to-its-framework', 'src/adapters/inbound/koa/x.ts', 'commander'],
  ['lambda-keeps-to-its-framework', 'src/adapters/inbound/lambda/x.ts', 'koa'],
  ['cli-keeps-to-its-framework', 'src/operators/adapters/inbound/cli/x.ts', 'koa'],
  ['terminal-keeps-to-its-framework', 'src/operators/adapters/inbound/terminal/x.ts', 'koa'],
  ['inbound-and-outbound-never-meet', 'src/adapters/inbound/koa/x.ts', '../../outbound/mongodb/mongo-crm.ts'],
  [
    'outbound-and-inbound-never-meet',
    'src/operators/adapters/outbound/mongodb/x.ts',
    '../../inbound/desk/page.ts',
  ],
  [
    'an-outbound-adapter-keeps-to-itself',
    'src/adapters/outbound/mongodb/x.ts',
    '../in-memory/in-memory-crm.ts',
  ],
  [
    'an-operators-outbound-adapter-keeps-to-itself',
    'src/operators/adapters/outbound/mongodb/x.ts',
    '../../../../adapters/outbound/in-memory/in-memory-crm.ts',
  ],
  ['nobody-imports-the-composition-root', 'src/adapters/inbound/koa/x.ts', '../../../bootstrap/server.ts'],
  [
    'old-shapes-stay-in-the-upgrade',
    'src/operators/adapters/outbound/mongodb/leads/x.ts',
    '../upgrade/lead-step.ts',
  ],
  ['a-part-knows-no-program', 'src/bootstrap/parts/x.ts', '../server.ts'],
  ['inversify-lives-in-bootstrap', 'src/adapters/outbound/mongodb/x.ts', 'inversify'],
  ['the-driver-lives-in-its-adapter', 'src/bootstrap/x.ts', 'mongodb'],
  ['sqlite-lives-in-its-adapter', 'src/bootstrap/x.ts', 'node:sqlite'],
  ['openid-client-lives-in-its-adapter', 'src/bootstrap/x.ts', 'openid-client'],
  ['the-library-is-for-others', 'src/application/x.ts', '../library/index.ts'],
  ['the-core-of-the-library-is-free', 'src/library/index.ts', '../adapters/inbound/koa/lead-app.ts'],
  ['the-core-of-the-library-is-free', 'src/library/index.ts', 'node:os'],
  ['lambda-starts-light', 'src/bootstrap/lambda.ts', '../adapters/inbound/koa/lead-app.ts'],
  ['conformance-judges-from-outside', 'conformance/x.ts', '../src/domain/lead.ts'],
  ['test-suites-are-for-tests', 'src/bootstrap/x.ts', '../../suites/crm-contract.ts'],
  ['test-suites-are-for-tests', 'src/adapters/outbound/mongodb/x.ts', 'vitest'],
  ['nothing-unresolved', 'src/bootstrap/x.ts', './nowhere.ts'],
];

/** What is imported, whether by its place beside the file or in the sources. */
const bare = (imported: string): string => imported.replace(/^node:|^(?:\.\.\/)+|^src\/|^#/g, '');

describe('a planted violation is found', () => {
  let root: string;
  /** Each rule that is broken, where and by which import. All that is planted is cruised at once. */
  const broken = new Set<string>();
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'planted-'));
    await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    await plant('src/operators/package.json', await readFile('src/operators/package.json', 'utf8'));
    await plant('src/bootstrap/server.ts', 'export const started = true;');
    await plant('src/adapters/outbound/mongodb/mongo-crm.ts', 'export const crm = true;');
    await plant('src/operators/adapters/outbound/mongodb/upgrade/lead-step.ts', 'export const step = true;');
    await plant('src/adapters/outbound/in-memory/in-memory-crm.ts', 'export const crm = true;');
    await plant('src/adapters/inbound/koa/lead-app.ts', "export { default } from 'koa';");
    await plant('src/operators/adapters/inbound/presentation/lead-views.ts', 'export const view = true;');
    await plant('src/library/index.ts', 'export const library = true;');
    await plant('suites/crm-contract.ts', 'export const contract = true;');
    await plant('src/domain/lead.ts', 'export const lead = true;');
    await plant('src/operators/domain/work/worked-deal.ts', 'export const deal = true;');
    await plant('src/operators/application/events/bell.ts', 'export const bell = true;');
    await plant('src/operators/adapters/inbound/desk/page.ts', 'export const page = true;');
    await plant('src/application/submit-lead.ts', 'export const submit = true;');
    await plant('src/operators/application/operator.ts', 'export const operator = true;');

    const files = Map.groupBy(planted, ([, file]) => file);
    for (const [file, rows] of files) {
      const lines = rows.map(([, , imported], n) => `import * as n${n} from '${imported}';`);
      await plant(file, `${lines.join('\n')}\nexport default [${rows.map((_, n) => `n${n}`)}];`);
    }
    const { modules, summary } = await cruiseSources(root);
    for (const { source, dependencies } of modules)
      for (const { module, rules = [] } of dependencies)
        for (const { name } of rules) broken.add(`${name}: ${source} ${bare(module)}`);
    // A rule about what a file reaches says where that is, and by which way.
    for (const { rule, from, to, via = [] } of summary.violations)
      for (const each of [to, ...via.map(({ name }) => name)])
        broken.add(`${rule.name}: ${from} ${bare(each)}`);
    for (const file of files.keys()) await rm(join(root, file));
  });
  afterAll(() => rm(root, { recursive: true }));

  async function plant(file: string, source: string): Promise<void> {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), source);
  }

  it.each(planted)('%s: %s imports %s', (rule, file, imported) => {
    expect(broken).toContain(`${rule}: ${file} ${bare(imported)}`);
  });

  it('no-cycles', async () => {
    await plant('src/domain/a.ts', "import { b } from './b.ts';\nexport const a = () => b;");
    await plant('src/domain/b.ts', "import { a } from './a.ts';\nexport const b = () => a;");
    const { violations } = (await cruiseSources(root)).summary;
    expect(violations.map((violation) => violation.rule.name)).toContain('no-cycles');
  });

  it('rooms-of-use-cases-have-a-direction', async () => {
    await plant('src/operators/application/leads/a.ts', "export { b } from '../desk/b.ts';");
    await plant('src/operators/application/desk/b.ts', 'export const b = true;');
    await plant('src/operators/application/desk/c.ts', "export { d } from '../leads/d.ts';");
    await plant('src/operators/application/leads/d.ts', 'export const d = true;');
    const { violations } = (await cruiseSources(root)).summary;
    expect(violations.map((violation) => violation.rule.name)).toContain(
      'rooms-of-use-cases-have-a-direction',
    );
  });
});
