import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verify } from '../../examples/webhook-receiver/verify.ts';
import { verified } from '../../examples/webhook-receiver/verify-with-library.ts';
import { parseNetwork } from '../../src/adapters/outbound/webhooks/hook-address.ts';
import { makeSecretOf } from '../../src/adapters/outbound/webhooks/hook-secrets.ts';
import { makePostEvent } from '../../src/adapters/outbound/webhooks/post-event.ts';
import { run } from '../support/processes.ts';

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
  readonly signature: string;
  readonly valid: boolean;
}

const folder = fileURLToPath(new URL('../../examples/webhook-receiver/', import.meta.url));
const vectors: Vector[] = JSON.parse(readFileSync('docs/webhook-test-vectors.json', 'utf8'));
const headersOf = ({ id, timestamp, signature }: Vector) => ({
  'webhook-id': id,
  'webhook-timestamp': `${timestamp}`,
  'webhook-signature': signature,
});

describe('the published test vectors', () => {
  it('hold valid and invalid messages', () => {
    expect(vectors.filter(({ valid }) => valid).length).toBeGreaterThan(3);
    expect(vectors.filter(({ valid }) => !valid).length).toBeGreaterThan(3);
  });

  it.each(vectors)('$name: $valid, says the verification in TypeScript', (vector) => {
    expect(verify(vector.secret, headersOf(vector), vector.body, vector.timestamp)).toBe(vector.valid);
  });

  it.each(vectors)('$name: $valid, says the library', (vector) => {
    const signatures = vector.signature.split(' ');
    const { secret, id, timestamp, body } = vector;
    const expected = new Webhook(secret).sign(id, new Date(timestamp * 1_000), body);
    expect(signatures.includes(expected)).toBe(vector.valid);
  });

  it('are judged by the verification in Python in the same way', () => {
    const script = `import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from verify import verify
vectors = json.load(open("docs/webhook-test-vectors.json"))
headers = lambda v: {"webhook-id": v["id"], "webhook-timestamp": str(v["timestamp"]), "webhook-signature": v["signature"]}
print(json.dumps([verify(v["secret"], headers(v), v["body"].encode(), v["timestamp"]) for v in vectors]))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(vectors.map(({ valid }) => valid));
  });

  it('are too old for a receiver, or not yet sent', () => {
    const [vector] = vectors as [Vector];
    for (const now of [vector.timestamp + 301, vector.timestamp - 301])
      expect(verify(vector.secret, headersOf(vector), vector.body, now)).toBe(false);
  });
});

it('the verification with the library returns the content of what it accepts', () => {
  const secret = makeSecretOf()('hook_1', 1);
  const signature = new Webhook(secret).sign('evt_1', new Date(), '{"a":1}');
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}`,
    'webhook-signature': signature,
  };
  expect(verified(secret, headers, '{"a":1}')).toEqual({ a: 1 });
  expect(() => verified(secret, headers, '{"a":2}')).toThrow();
});

describe.each([
  ['TypeScript', process.execPath, ['receive.ts']],
  ['Python', 'python3', ['receive.py']],
])('the receiver in %s', (_language, program, [file = '']) => {
  it('takes what the service posts, once, and refuses what somebody else does', async () => {
    const secret = makeSecretOf()('hook_1', 1);
    const receiver = run(program, [`${folder}${file}`], { WEBHOOK_SECRET: secret, PORT: '0' });
    await receiver.said('Listening');
    const url = /http:\S+/.exec(receiver.written().out)?.[0] ?? '';
    const post = makePostEvent({
      policy: { httpsOnly: false, allow: [parseNetwork('127.0.0.0/8')] },
      version: '1',
    });
    const body = JSON.stringify({ type: 'lead.status_changed', data: { leadId: 'lead-1', status: 'Won' } });
    const message = { url, id: 'evt_1', at: new Date(), body, secrets: [secret] };
    for (let n = 0; n < 2; n += 1) expect((await post(message)).status).toBe(204);
    expect((await post({ ...message, id: 'evt_2', secrets: [makeSecretOf()('hook_2', 1)] })).status).toBe(
      401,
    );
    receiver.process.kill();
    await receiver.finished;
    expect(receiver.written().out.match(/lead\.status_changed lead-1 Won/g)).toHaveLength(1);
  });
});
