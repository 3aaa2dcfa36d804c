import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allJournals } from '../../../../src/adapters/outbound/telemetry/all-journals.ts';
import { LineJournal } from '../../../../src/adapters/outbound/telemetry/line-journal.ts';
import { run } from '../../../support/processes.ts';

const request = {
  requestId: 'r1',
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  operation: 'createLead',
  status: 400,
  duration: 1.23456,
  vendorId: 'v1',
  refusal: 'invalid-lead',
};

/** A separate process, in which `name` is what that file exports. */
const runWith = (file: string, name: string, source: string) => {
  const path = new URL(`../../../../src/adapters/outbound/telemetry/${file}`, import.meta.url);
  const script = `const { ${name} } = await import('${path}');\n${source}`;
  return run(process.execPath, ['--input-type=module', '-e', script]);
};

/** What a journal writes in a separate process. */
async function linesOf(file: string, name: string, level: string): Promise<unknown[]> {
  const source = `
    const journal = new ${name}('${level}');
    journal.served(${JSON.stringify(request)});
    journal.warn('A warning.');
    journal.fault(Object.assign(new TypeError('ada@example.com'), { code: 11000, stack: 'TypeError: ada@example.com\\n    at somewhere' }), 'r1');`;
  const { out } = await runWith(file, name, source).finished;
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
  refusal: 'invalid-lead',
  msg: 'served',
};
const warned = { level: 40, time, msg: 'A warning.' };
const failed = {
  level: 50,
  time,
  requestId: 'r1',
  error: 'TypeError 11000',
  at: ['at somewhere'],
  msg: 'fault',
};

describe.each([
  ['pino-journal.ts', 'PinoJournal'],
  ['line-journal.ts', 'LineJournal'],
])('%s', (file, name) => {
  it('writes the listed fields, and only the kind and place of an error', async () => {
    expect(await linesOf(file, name, 'info')).toEqual([served, warned, failed]);
  });

  it('omits what is below its level', async () => {
    expect(await linesOf(file, name, 'error')).toEqual([failed]);
    expect(await linesOf(file, name, 'silent')).toEqual([]);
  });
});

it('LineJournal ends a line with a newline', () => {
  const lines: string[] = [];
  new LineJournal('info', (line) => lines.push(line)).warn('x');
  expect(lines.join('')).toMatch(/^\{.*"msg":"x"\}\n$/);
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
    const journal = new PinoJournal('info');
    for (let line = 0; line < 20_000; line += 1) journal.warn('x'.repeat(1_000));
    setImmediate(() => process.stderr.write('alive'));`;
  const { process: child, said, finished } = runWith('pino-journal.ts', 'PinoJournal', source);
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
    const journal = new PinoJournal('info', openSync('/dev/full', 'w'));
    for (let n = 0; n < 1_000; n += 1) {
      journal.warn('A warning.');
      if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    console.log('alive');`;
    const { code, out, err } = await runWith('pino-journal.ts', 'PinoJournal', source).finished;
    expect({ code, out, err }).toEqual({ code: 0, out: 'alive\n', err: '' });
  },
);
