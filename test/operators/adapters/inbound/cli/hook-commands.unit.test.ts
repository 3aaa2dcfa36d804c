import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';

const url = 'https://acme.example.com/';

async function withVendor() {
  const parts = commandLine();
  await parts.leads(['vendor', 'add', 'Blue Motors']);
  const add = (vendor: string, ...more: string[]) =>
    parts.leads(['hook', 'add', url, '--vendor', vendor, ...more]);
  return { ...parts, add };
}

describe('hook add', () => {
  it('names the vendor, however it was told', async () => {
    const { leads, add } = await withVendor();
    const { vendors } = JSON.parse((await leads(['vendor', 'list', '--json'])).out);
    const said = /^Webhook hook_\w+\. Its secret is shown only once: .*\nIt is for Blue Motors\.\n$/;
    expect((await add('Blue Motors')).err).toMatch(said);
    expect((await add(vendors[0].vendor)).err).toMatch(said);
    const own = await leads(['hook', 'add', url, '--operator']);
    expect(own.err).toMatch(/^Webhook hook_\w+\. Its secret/);
  });

  it('says that a name without an account is taken for one of API_KEYS', async () => {
    const { add } = await withVendor();
    const { code, err } = await add('Blue Motor');
    expect(code).toBe(0);
    expect(err).toMatch(
      /^Webhook (hook_\w+)\. .*\nNo account has this name: the webhook is for the vendor Blue Motor in API_KEYS\. If that is wrong, remove it with hook remove \1\.\n$/,
    );
    const { out, err: remark } = await add('Blue Motor', '--json');
    expect(JSON.parse(out)).toMatchObject({ vendor: 'static:Blue Motor' });
    expect(remark).toMatch(/^No account has this name: /);
    expect((await add('static:Blue Motor')).err).not.toContain('No account');
  });

  it.each(['', '  ', 'static:', 'static: ', 'ven_5Ef2rJtrVGsu34'])(
    'refuses the vendor “%s”',
    async (vendor) => {
      const { leads, add } = await withVendor();
      expect(await add(vendor)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^No vendor has this/),
      });
      expect(JSON.parse((await leads(['hook', 'list', '--json'])).out)).toEqual({ hooks: [] });
    },
  );
});

it('hook test of a paused webhook says so at once', async () => {
  const { leads, operator } = await withVendor();
  const { hook } = await operator.addHook({ url, by: 'grace' });
  await operator.pauseHook({ hookId: hook.id, by: 'grace' });
  const { code, err } = await leads(['hook', 'test', hook.id]);
  expect([code, err]).toEqual([
    1,
    'The webhook is paused: resume it first. Run hook resume; hook list shows why it is paused.\n',
  ]);
});

it('hook replay --undelivered delivers again what did not arrive, and a terminal hears how far it is', async () => {
  const { leads, operator } = await withVendor();
  const { hook } = await operator.addHook({ url, by: 'grace' });
  await operator.testHook({ hookId: hook.id, by: 'grace' });
  const piped = await leads(['hook', 'replay', hook.id, '--undelivered', '--json']);
  expect([JSON.parse(piped.out), piped.err]).toEqual([{ hook: hook.id, replayed: 1 }, '']);
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  const stderr = Object.assign(new PassThrough(), { isTTY: true, write });
  await leads(['hook', 'replay', hook.id, '--undelivered'], { stderr: stderr as never });
  expect(written).toEqual(['\r\u001b[K1 events are delivered again …', '\r\u001b[K']);
  expect((await leads(['hook', 'replay', hook.id, '--undelivered', '--since', '1h'])).code).toBe(2);
});

it('hook log shortens long answers, but not in JSON', async () => {
  const { leads, operator, ports, clock } = await withVendor();
  const { hook } = await operator.addHook({ url, by: 'grace' });
  const eventId = await operator.testHook({ hookId: hook.id, by: 'grace' });
  const { deliveries } = ports.webhooks;
  const order = { hookId: hook.id, now: clock(), limit: 1, leaseEnds: clock(), lease: 'lease' };
  await deliveries.take(order);
  const answer = 'x'.repeat(200);
  const tried = { at: clock(), status: 500, duration: 3, error: 'it answered 500', answer };
  await deliveries.settle([{ hookId: hook.id, eventId, lease: 'lease', tried, due: undefined }]);
  expect((await leads(['hook', 'log', hook.id])).out).toContain(`500 (${'x'.repeat(40)}…)  `);
  expect((await leads(['hook', 'log', hook.id, '--json'])).out).toContain(answer);
});
