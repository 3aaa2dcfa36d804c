import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `node test/deep/peers.ts`, after a build: the package beside the oldest and the newest versions of what it is used with,
 * Node and TypeScript too. It typechecks without skipLibCheck, runs what its users write, and its suite passes.
 */

const { peerDependencies, name } = JSON.parse(readFileSync('package.json', 'utf8'));
const peers: Readonly<Record<string, string>> = peerDependencies;
const oldestOf = (range: string) => `${range.replace(/^\D+/, '')}.0.0`.split('.').slice(0, 3).join('.');

const sets = {
  oldest: {
    ...Object.fromEntries(Object.entries(peers).map(([peer, range]) => [peer, oldestOf(range)])),
    ...{ node: '22.18.0', '@types/node': '22.18.0', typescript: '5.8.2' },
  },
  newest: Object.fromEntries(
    [...Object.keys(peers), 'node', '@types/node', 'typescript'].map((each) => [each, 'latest']),
  ),
};

const programs = ['use-case', 'own-koa-app', 'own-lambda', 'own-function', 'own-runtime', 'own-server'];
const compilerOptions = {
  ...{ target: 'es2023', module: 'nodenext', strict: true, noEmit: true },
  ...{ allowImportingTsExtensions: true, types: ['node'] },
};
const suite = `
  import { InMemoryCrm } from '${name}/in-memory';
  import { crmContract } from '${name}/testing';
  crmContract(
    'in memory',
    async () => {
      const crm = new InMemoryCrm();
      return { crm, contacts: async () => crm.contacts, deals: async () => crm.deals };
    },
    { without: ['another', 'breakDown', 'changeStatus', 'refuseWrites'] },
  );`;

const packed = mkdtempSync(join(tmpdir(), 'packed-'));
const [{ filename }] = JSON.parse(
  execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', packed], {
    encoding: 'utf8',
  }),
);
for (const [which, versions] of Object.entries(sets)) {
  const folder = mkdtempSync(join(tmpdir(), `${which}-`));
  const run = (program: string, ...args: string[]) => {
    console.log(`${which}: ${[program, ...args].join(' ')}`);
    execFileSync(program, args, { cwd: folder, stdio: 'inherit' });
  };
  const bin = (program: string) => join(folder, 'node_modules/.bin', program);
  writeFileSync(
    join(folder, 'package.json'),
    '{ "private": true, "type": "module", "allowScripts": { "node": true, "esbuild": false } }',
  );
  const packages = Object.entries(versions).map(([peer, version]) => `${peer}@${version}`);
  run('npm', 'install', '--no-audit', '--no-fund', join(packed, filename), ...packages);
  cpSync(resolve('test/library/consumer'), join(folder, 'consumer'), { recursive: true });
  writeFileSync(join(folder, 'crm.test.js'), suite);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['consumer'] }));
  run(bin('node'), '--version');
  run(bin('node'), bin('tsc'), '-p', '.');
  for (const program of programs) run(bin('node'), `consumer/${program}.ts`);
  run(bin('node'), bin('vitest'), 'run', 'crm.test.js');
  rmSync(folder, { recursive: true });
}
rmSync(packed, { recursive: true });
