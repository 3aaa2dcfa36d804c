import { afterEach, describe, expect, it } from 'vitest';
import { type HttpTarget, type SentRequest, validLead } from '../support/http-target.ts';
import { koaTarget } from '../support/koa-target.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';

let target: HttpTarget;
afterEach(() => target.close());

const lead = (changed: object, headers: Record<string, string> = {}): SentRequest => ({
  method: 'POST',
  path: '/v1/lead',
  headers: { 'x-api-key': target.key, ...headers },
  body: JSON.stringify({ ...validLead, phone: undefined, ...changed }),
});

async function statusAfter(changed: object): Promise<string> {
  const { leadId } = JSON.parse((await target.send(lead(changed))).text).body;
  const read = { method: 'GET', path: `/v1/lead/${leadId}`, headers: { 'x-api-key': target.key } };
  return JSON.parse((await target.send(read)).text).body.status;
}

describe.each([
  ['in memory', false],
  ['on MongoDB', true],
])('the sandbox %s', (_where, onMongodb) => {
  const start = async () => {
    target = await koaTarget(onMongodb ? { MONGODB_URI: freshDatabase() } : {});
  };

  describe.skipIf(onMongodb && noMongodb)('leads with special addresses', () => {
    it('have the status that the address names', async () => {
      await start();
      expect(await statusAfter({ email: 'quoted@sandbox.test' })).toBe('Quoted');
      expect(await statusAfter({ email: 'Evaluation-Scheduled@Sandbox.test' })).toBe('Evaluation Scheduled');
      expect(await statusAfter({ email: 'won@sandbox.test' })).toBe('Won');
      expect(await statusAfter({ email: 'lost@sandbox.test' })).toBe('Lost');
    });

    it('have it only with the exact address, and other leads of the customer do not', async () => {
      await start();
      expect(await statusAfter({ email: 'won@sandbox.test', phone: '5550102030' })).toBe('Won');
      expect(await statusAfter({ email: undefined, phone: '5550102030' })).toBe('In Progress');
      expect(await statusAfter({ email: 'xwon@sandbox.test' })).toBe('In Progress');
      expect(await statusAfter({ email: 'won@sandbox.test.example' })).toBe('In Progress');
    });

    it('error@ gets a 500 each time, and its Idempotency-Key stays free', async () => {
      await start();
      const key = { 'idempotency-key': 'one' };
      const answers = [
        await target.send(lead({ email: 'error@sandbox.test' }, key)),
        await target.send(lead({ email: 'error@sandbox.test' }, key)),
      ];
      expect(answers.map(({ status }) => status)).toEqual([500, 500]);
      expect((await target.send(lead({ email: 'ada@example.com' }, key))).status).toBe(200);
    });

    it('lost-answer@ hangs up, and a retry with the same Idempotency-Key is answered as a replay', async () => {
      await start();
      const headers = { 'idempotency-key': 'two' };
      await expect(target.send(lead({ email: 'lost-answer@sandbox.test' }, headers))).rejects.toThrow(
        'hang up',
      );
      const retried = await target.send(lead({ email: 'lost-answer@sandbox.test' }, headers));
      expect(retried.status).toBe(200);
      expect(retried.headers['idempotent-replayed']).toBe('true');
    });

    it('slow@ answers 200, but late', async () => {
      await start();
      const slow = target.send(lead({ email: 'slow@sandbox.test' }));
      const quick = target.send(lead({ email: 'ada@example.com' }));
      expect(await Promise.race([slow.then(() => 'slow'), quick.then(() => 'quick')])).toBe('quick');
      expect((await slow).status).toBe(200);
    });
  });
});

describe.skipIf(noMongodb)('in production', () => {
  it('they are ordinary addresses', async () => {
    target = await koaTarget({ APP_ENV: 'production', MONGODB_URI: freshDatabase() });
    for (const name of ['won', 'lost', 'quoted', 'error', 'lost-answer', 'slow', 'evaluation-scheduled']) {
      expect(await statusAfter({ email: `${name}@sandbox.test` })).toBe('In Progress');
    }
  });
});
