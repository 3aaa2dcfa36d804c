import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LineJournal } from '../../../../src/adapters/outbound/telemetry/line-journal.ts';
import { run } from '../../../support/processes.ts';

const request = {
  requestId: 'r1',
  traceparent: undefined,
  operation: 'createLead',
  status: 400,
  duration: 1.23456,
  vendorId: 'v1',
  refusal: 'invalid-lead',
};

/** What a journal writes in a separate process, without the times. */
async function linesOf(file: string, name: string, level: string): Promise<unknown[]> {
  const source = `
    const { ${name} } = await import('${new URL(`../../../../src/adapters/outbound/telemetry/${file}`, import.meta.url)}');
    const journal = new ${name}('${level}');
    journal.served(${JSON.stringify(request)});
    journal.warn('A warning.');
    journal.fault(Object.assign(new TypeError('ada@example.com'), { code: 11000, stack: 'TypeError: ada@example.com\\n    at somewhere' }), 'r1');`;
  const { out } = await run(process.execPath, ['--input-type=module', '-e', source]).finished;
  const lines = out.split('\n').filter(Boolean);
  return lines.map((line) => ({ ...JSON.parse(line), time: undefined }));
}

const served = {
  level: 30,
  requestId: 'r1',
  operation: 'createLead',
  status: 400,
  ms: 1.23,
  vendor: 'v1',
  refusal: 'invalid-lead',
  msg: 'served',
};
const warned = { level: 40, msg: 'A warning.' };
const failed = { level: 50, requestId: 'r1', error: 'TypeError 11000', at: ['at somewhere'], msg: 'fault' };

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

it.skipIf(!existsSync('/dev/full'))(
  'a log on a full disk harms nobody, and keeps no process from ending',
  async () => {
    const source = `
    import { openSync } from 'node:fs';
    const { PinoJournal } = await import('${new URL('../../../../src/adapters/outbound/telemetry/pino-journal.ts', import.meta.url)}');
    const journal = new PinoJournal('info', openSync('/dev/full', 'w'));
    for (let n = 0; n < 1_000; n += 1) {
      journal.warn('A warning.');
      if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    console.log('alive');`;
    const { code, out, err } = await run(process.execPath, ['--input-type=module', '-e', source]).finished;
    expect({ code, out, err }).toEqual({ code: 0, out: 'alive\n', err: '' });
  },
);
