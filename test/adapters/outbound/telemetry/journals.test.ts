import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allJournals } from '../../../../src/adapters/outbound/telemetry/all-journals.ts';
import { inWords, LineJournal } from '../../../../src/adapters/outbound/telemetry/line-journal.ts';
import { run } from '../../../support/processes.ts';

const request = {
  requestId: 'r1',
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  operation: 'createLead',
  status: 400,
  duration: 1.23456,
  vendorId: 'v1',
  keyId: 'key_1',
  leadId: 'lead-1',
  replayed: true,
  refusal: 'invalid-lead',
  problems: ['phone invalid-phone', 'zip not-text'],
};

const folder = new URL('../../../../src/adapters/outbound/telemetry/', import.meta.url);

/** A separate process that has both classes. */
const runWith = (source: string) =>
  run(process.execPath, [
    '--input-type=module',
    '-e',
    `import { inWords, LineJournal } from '${folder}line-journal.ts';
    import { standardOutput } from '${folder}standard-output.ts';
    ${source}`,
  ]);

/** What a journal writes in a separate process. */
async function linesOf(make: string): Promise<unknown[]> {
  const source = `
    const journal = ${make};
    journal.served(${JSON.stringify(request)});
    journal.warn('A warning.');
    journal.fault(Object.assign(new TypeError('ada@example.com'), { code: 11000, stack: 'TypeError: ada@example.com\\n    at somewhere:1:1' }), 'r1');`;
  const { out } = await runWith(source).finished;
  const lines = out.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const served = {
  level: 30,
  time,
  requestId: 'r1',
  traceparent: request.traceparent,
  operation: 'createLead',
  status: 400,
  ms: 1.23,
  vendor: 'v1',
  key: 'key_1',
  lead: 'lead-1',
  replayed: true,
  refusal: 'invalid-lead',
  problems: ['phone invalid-phone', 'zip not-text'],
  msg: 'served',
};
const warned = { level: 40, time, msg: 'A warning.' };
const failed = {
  level: 50,
  time,
  requestId: 'r1',
  error: 'TypeError 11000',
  at: ['at somewhere:1:1'],
  msg: 'fault',
};

it.each([
  ['by default', ''],
  ['buffered', ', standardOutput()'],
])('the log, %s, has the listed fields, and only the kind and place of an error', async (_how, write) => {
  expect(await linesOf(`new LineJournal('info'${write})`)).toEqual([served, warned, failed]);
});

it('the log omits what is below its level', async () => {
  expect(await linesOf("new LineJournal('error')")).toEqual([failed]);
  expect(await linesOf("new LineJournal('silent')")).toEqual([]);
});

it.each([
  ['createLead', 200, 30],
  ['health', 200, 20],
  ['readiness', 200, 20],
  ['readiness', 503, 30],
])(
  'a line of %s with status %i is of level %i: a health check that succeeds is only for debugging',
  (operation, status, level) => {
    const lines: string[] = [];
    new LineJournal('debug', (line) => lines.push(line)).served({ ...request, operation, status });
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ operation, level })]);
  },
);

it('a line says `replayed` only of a lead that an earlier request had created', () => {
  const lines: string[] = [];
  new LineJournal('info', (line) => lines.push(line)).served({ ...request, replayed: false });
  expect(lines.join('')).toContain('"lead":"lead-1"');
  expect(lines.join('')).not.toContain('replayed');
});

it('each line of the log ends with a newline', () => {
  const lines: string[] = [];
  new LineJournal('info', (line) => lines.push(line)).warn('x');
  expect(lines.join('')).toMatch(/^\{.*"msg":"x"\}\n$/);
});

it('a line for a terminal is words, without the request’s id', () => {
  const lines: string[] = [];
  const journal = new LineJournal('info', (line) => lines.push(line), inWords);
  journal.served({ ...request, operation: 'createLead', status: 200 });
  journal.warn('A warning.');
  journal.note('Stopped.');
  const [served = '', ...others] = lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
  expect(served).toMatch(/^served: .*operation createLead, status 200, ms [\d.]+, vendor .*lead lead-1.*\n$/);
  expect(served).not.toContain('r1');
  expect(others).toEqual(['Warning: A warning.\n', 'Stopped.\n']);
});

it('several journals are all told everything', () => {
  const told: string[] = [];
  const journal = (name: string) => ({
    served: () => void told.push(`${name} served`),
    fault: () => void told.push(`${name} fault`),
    warn: () => void told.push(`${name} warn`),
  });
  const all = allJournals(journal('a'), journal('b'));
  all.served(request);
  all.fault(new Error('x'), 'r1');
  all.warn('x');
  expect(told).toEqual(['a served', 'b served', 'a fault', 'b fault', 'a warn', 'b warn']);
});

it('a reader of the log that stands still freezes nothing, and no more than 8 MiB wait for it', async () => {
  const source = `
    const journal = new LineJournal('info', standardOutput());
    for (let line = 0; line < 20_000; line += 1) journal.warn('x'.repeat(1_000));
    setImmediate(() => process.stderr.write('alive'));`;
  const { process: child, said, finished } = runWith(source);
  child.stdout?.pause();
  await said('alive');
  child.stdout?.resume();
  const { code, out } = await finished;
  expect(code).toBe(0);
  expect(out.length).toBeGreaterThan(8_000_000);
  expect(out.length).toBeLessThan(9_000_000);
});

it.skipIf(!existsSync('/dev/full'))(
  'a log on a full disk harms nobody, and keeps no process from ending',
  async () => {
    const source = `
    import { openSync } from 'node:fs';
    const journal = new LineJournal('info', standardOutput(openSync('/dev/full', 'w')));
    for (let n = 0; n < 1_000; n += 1) {
      journal.warn('A warning.');
      if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    console.log('alive');`;
    const { code, out, err } = await runWith(source).finished;
    expect({ code, out, err }).toEqual({ code: 0, out: 'alive\n', err: '' });
  },
);
