import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import { whereOnLambda } from '../../scripts/where-on-lambda.ts';
import { functionFolder } from '../support/lambda-runtime.ts';

/** Lambda would not send such a header: it is a fault where its text is read. */
const event = {
  rawPath: '/v1/lead',
  requestContext: { http: { method: 'POST' } },
  headers: { 'x-api-key': 'sesame', 'content-encoding': 5 },
};

it.skipIf(!inject('lambdaRuntime'))(
  'tells where in the sources a fault in the bundle was thrown',
  async () => {
    const call = `const { handler } = await import('./index.mjs'); await handler(${JSON.stringify(event)}); process.exit()`;
    const log = execFileSync(process.execPath, ['--input-type=module', '--eval', call], {
      cwd: functionFolder,
      env: { API_KEYS: 'acme:sesame', LOG_LEVEL: 'error' },
      encoding: 'utf8',
    });
    const positions = [...log.matchAll(/index\.mjs:(\d+:\d+)/g)].map(([, position = '']) => position);
    const [thrown = '', ...callers] = await whereOnLambda(positions);

    const [file = '', line, column] = thrown.split(':');
    const source = readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '';
    expect(source.slice(Number(column) - 1)).toMatch(/^trim\(\)/);
    expect(callers).toContainEqual(
      expect.stringMatching(/^src\/adapters\/inbound\/http\/operations\.ts:\d+:\d+$/),
    );
  },
);

it.skipIf(!inject('lambdaRuntime'))(
  'finds a position as the log has it, and none that is not in the bundle',
  async () => {
    const built = readFileSync(`${functionFolder}/index.mjs`, 'utf8').split('\n');
    const longest = built.reduce((a, b) => (a.length > b.length ? a : b));
    const position = `${built.indexOf(longest) + 1}:${longest.length / 2}`.replace('.5', '');
    const [inLog, alone] = await whereOnLambda([
      `at handle (file:///var/task/index.mjs:${position})`,
      position,
    ]);
    expect(inLog).toBe(alone);
    expect(inLog).toMatch(/\.\w+:\d+:\d+$/);
    const none = ['999:5', '9:99999999', '0:1', '1:0', 'abc', `document.mjs:${position}`];
    expect(await whereOnLambda(none)).toEqual(none.map((each) => `${each}: not found`));
  },
);
