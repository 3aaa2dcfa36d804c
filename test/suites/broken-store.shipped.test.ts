import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { run } from '../support/processes.ts';

/** Suites of stores that keep their word, and of ones that break it with one method. */
const program = `
import { InMemoryCrm } from '${resolve('src/library/in-memory.ts')}';
import { crmContract, vendorDirectoryContract, webhooksContract } from '${resolve('suites/index.ts')}';
import { inMemory, storeInFile } from '${resolve('test/support/sqlite-file.ts')}';

const but = (port, broken = {}) =>
  new Proxy(port, { get: (_, key) => broken[key]?.bind(port) ?? port[key]?.bind?.(port) ?? port[key] });

const crm = (name, broken) =>
  crmContract(name, async () => {
    const right = new InMemoryCrm();
    return {
      crm: but(right, broken),
      contacts: async () => right.contacts,
      deals: async () => right.deals,
    };
  }, { without: ['another', 'breakDown', 'changeStatus', 'refuseWrites'] });
crm('right');
crm('kept, and answered wrongly', { async addLead(lead) { return void (await this.addLead(lead)); } });
crm('an earlier deal without an id', { async earlierDeal(...given) { return (await this.earlierDeal(...given)) && {}; } });
crm('a lead without a vendor', { async statusOf(id) { return (await this.statusOf(id)) && { status: 'In Progress' }; } });

const options = { without: ['another', 'breakDown'] };
const vendors = (name, broken, more) =>
  vendorDirectoryContract(name, async () => {
    const file = inMemory();
    return { vendors: but(storeInFile(file).vendors, broken), close: () => file.close() };
  }, { ...options, ...more });
vendors('right');
vendors('never', { find: () => new Promise(() => {}) }, { timeout: 900 });
vendors('a vendor without an id', { async find(digest) { const key = await this.find(digest); return key && { ...key, vendor: {} }; } });

const hooks = (name, broken) =>
  webhooksContract(name, async () => {
    const file = inMemory();
    const { backOffice, ...others } = storeInFile(file);
    return { ...others, ...backOffice, hooks: but(others.hooks, broken), close: () => file.close() };
  }, options);
hooks('right');
hooks('a list that is none', { hooks: async () => ({}) });
`;

interface Result {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

let results: readonly Result[];
beforeAll(async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'broken-store-'));
  await writeFile(join(folder.path, 'stores.test.js'), program);
  const report = join(folder.path, 'report.json');
  const vitest = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', folder.path];
  const { err } = await run(process.execPath, [...vitest, '--reporter', 'json', '--outputFile', report])
    .finished;
  const { testResults } = JSON.parse(
    await readFile(report, 'utf8').catch(() => Promise.reject(new Error(err))),
  );
  results = testResults.flatMap((file: { assertionResults: Result[] }) => file.assertionResults);
});

const failuresOf = (suite: string) =>
  results
    .filter(({ fullName, status }) => fullName.includes(`: ${suite}`) && status === 'failed')
    .flatMap(({ failureMessages }) => failureMessages);

it('stores that keep their word pass', () => {
  expect(failuresOf('right')).toEqual([]);
  expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(150);
});

it.each([
  ['kept, and answered wrongly', 'crm.addLead has to resolve to `added`, or the earlier deal'],
  ['an earlier deal without an id', 'crm.earlierDeal has to resolve to the earlier deal, with its id'],
  ['a lead without a vendor', 'crm.statusOf has to resolve to the lead with its vendor'],
  ['never', 'vendors.find has not answered within 0.6 s'],
  [
    'a vendor without an id',
    'vendors.find has to resolve to a key with its vendor, and with a Date if it expires',
  ],
  ['a list that is none', 'hooks.hooks has to resolve to a list'],
])('a store that breaks its word fails, and reads which port and method did: %s', (suite, sentence) => {
  expect(failuresOf(suite).filter((message) => message.includes(sentence)).length).toBeGreaterThan(0);
});
