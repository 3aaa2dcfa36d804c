import { afterEach, beforeEach, expect, it } from 'vitest';
import { type HttpTarget, validLead } from '../../../support/http-target.ts';
import { koaTarget } from '../../../support/koa-target.ts';

let target: HttpTarget;
beforeEach(async () => {
  target = await koaTarget({ RATE_LIMIT_PER_MINUTE: '3' });
});
afterEach(() => target.close());

const read = (key: string) =>
  target.send({ method: 'GET', path: '/v1/lead/x', headers: { 'x-api-key': key } });

it('counts each vendor separately, reports what is left, and refuses requests over the quota', async () => {
  const answers = [
    await read(target.key),
    await read(target.key),
    await read(target.key),
    await read(target.key),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
  expect(answers.map(({ headers }) => headers.ratelimit?.replace(/t=\d+$/, 't=T'))).toEqual([
    '"vendor";r=2;t=T',
    '"vendor";r=1;t=T',
    '"vendor";r=0;t=T',
    '"vendor";r=0;t=T',
  ]);

  const [, , , refused] = answers;
  expect(refused?.headers['ratelimit-policy']).toBe('"vendor";q=3;w=60');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(JSON.parse(refused?.text ?? '')).toEqual({
    statusCode: 429,
    body: { error: 'Too many requests', message: expect.any(String) },
  });

  expect((await read(target.otherKey)).status).toBe(404);
});

it.each(['{}', JSON.stringify(validLead)])(
  'does not check a lead once the quota is used up: %s',
  async (body) => {
    const headers = { 'x-api-key': target.key };
    for (let n = 0; n < 4; n += 1) await read(target.key);
    expect((await target.send({ method: 'POST', path: '/v1/lead', headers, body })).status).toBe(429);
  },
);

it('a wrong key learns nothing about quotas', async () => {
  const answer = await read('nobody');
  expect(answer.status).toBe(403);
  expect(answer.headers.ratelimit).toBeUndefined();
});
