import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../support/cache.ts';
import { commandLine } from '../support/command-line.ts';

/**
 * `node test/deep/spreadsheet.ts`: a real LibreOffice opens the list of leads, saves it, and it is handed back. It needs
 * `soffice` (Debian: libreoffice-calc); tried with 7.4.7.2.
 */
if (spawnSync('which', ['soffice']).status !== 0) {
  console.log('PASSED OVER: there is no soffice');
  process.exit();
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'spreadsheet-'));

/** The same table after LibreOffice has opened it, saved it as its own, and that as CSV again. */
async function saved(csv: string): Promise<string> {
  const [before, after] = [join(folder.path, 'list.csv'), join(folder.path, 'again', 'list.csv')];
  writeFileSync(before, `\ufeff${csv}`);
  const profile = `-env:UserInstallation=file://${folder.path}/profile`;
  const convert = ['--headless', profile, '--convert-to'];
  await run('soffice', [...convert, 'xlsx', '--outdir', folder.path, before]);
  await run('soffice', [
    ...convert,
    'csv',
    '--outdir',
    join(folder.path, 'again'),
    join(folder.path, 'list.xlsx'),
  ]);
  renameSync(after, `${after}.read`);
  return readFileSync(`${after}.read`, 'utf8');
}

const { leads, submit, operator } = commandLine();
const { id: vendorId } = await operator.addVendor({ name: 'Blue', by: 'test' });
const vendorsIds = ['42', '00042', '1E5', 'A-7'];
for (const externalLeadId of vendorsIds)
  await submit(`lead-${externalLeadId}`, {
    vendorId,
    draft: {
      firstName: `Of ${externalLeadId}`,
      externalLeadId,
      notes: '=1+1\n"several" lines; 5',
      zip: '02134',
    },
  });
const statusOf = async (id: string) =>
  (await operator.showLead({ leadId: `lead-${id}`, by: 'test' })).deal.status;
const move = (piped: string, ...args: string[]) => leads(['lead', 'move', '--csv', '-', ...args], { piped });

const { out: list } = await leads(['lead', 'list', '--csv']);
const handedBack = await saved(list);
assert.equal(handedBack.match(/,42,/g)?.length, 2, 'LibreOffice makes 42 of 00042');
const unchanged = await move(handedBack);
assert.deepEqual([unchanged.code, unchanged.err], [0, ''], 'what is handed back as it was moves nothing');
assert.equal(unchanged.out.match(/is already In Progress/g)?.length, vendorsIds.length);

const edited = handedBack.replaceAll('In Progress', 'Quoted');
const byVendor = await move(edited, '--vendor', 'Blue');
assert.equal(byVendor.code, 1);
assert.match(byVendor.err, /that of lead lead-42, but the row names another as leadId/);
assert.deepEqual(await Promise.all(vendorsIds.map(statusOf)), [
  'Quoted',
  'In Progress',
  'In Progress',
  'Quoted',
]);

const meeting = await saved('externalId,status\n00042,Won\n1E5,Lost\n');
assert.match(meeting, /^42,Won\n100000,Lost$/m);
const shown = await move(meeting, '--vendor', 'Blue');
assert.equal(shown.code, 2);
assert.match(shown.err, /42 is Of 42.*lead lead-42: Quoted to Won/);
assert.match(shown.err, /Line 3: No lead of this vendor has this id/);
assert.equal(await statusOf('42'), 'Quoted', 'nothing is moved before it is confirmed');

const ours = await move(edited);
assert.equal(ours.code, 0);
assert.deepEqual(await Promise.all(vendorsIds.map(statusOf)), Array(4).fill('Quoted'));
console.log('LibreOffice saved the list, which was handed back: each row moved its own lead or none.');
