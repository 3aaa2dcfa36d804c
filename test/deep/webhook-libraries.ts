import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { Webhook } from 'standardwebhooks';
import { npmTools } from '../support/generated-clients.ts';
import { pythonTool } from './python-tool.ts';

/**
 * `node test/deep/webhook-libraries.ts`: what the examples say of the libraries of the standard is so. Python:
 * standardwebhooks 1.1.0 (PyPI); TypeScript: standardwebhooks 1.1.1 and svix 2.5.0 (npm).
 */
const python = `${pythonTool('standardwebhooks', '1.1.0')}/python`;
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const body = '{"type":"hook.test","data":{"text":"Größe"}}';
const sent = new Date();
const signature = new Webhook(secret).sign('evt_1', sent, body);
const signed = (as: string) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': `${Math.floor(sent.getTime() / 1_000)}`,
  'webhook-signature': as,
});

/** What the example in Python returned, or the name of what it raised. */
function inPython(received: string, as = signature, key = secret): unknown {
  const program = `import json, sys
from verify_with_library import verified
try: print(json.dumps({"returned": verified(*json.load(sys.stdin))}))
except Exception as error: print(json.dumps({"raised": type(error).__name__}))`;
  const { stdout, stderr } = spawnSync(python, ['-c', program], {
    cwd: 'examples/webhook-receiver',
    input: JSON.stringify([key, signed(as), received]),
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

const genuine = { returned: JSON.parse(body) };
assert.deepEqual(inPython(body), genuine);
assert.deepEqual(inPython(body, signature, `${secret}\n`), genuine, 'a secret from a file');
const changed = body.replace('Größe', 'Grösse');
assert.deepEqual(inPython(changed), { raised: 'WebhookVerificationError' });
// Its siblings pass over the first two, and refuse the third.
assert.deepEqual(inPython(body, `word ${signature}`), { raised: 'ValueError' }, 'a word without a comma');
assert.deepEqual(inPython(body, `v1,x  ${signature}`), { raised: 'Error' }, 'no base64: binascii.Error');
assert.deepEqual(inPython(body, signature.replace('=', '')), { raised: 'Error' }, 'without padding');

const headers = signed(signature);
assert.throws(
  () => new Webhook(secret).verify(body, new Headers(headers) as never),
  /Missing required headers/,
);
assert.throws(() => new Webhook(`${secret}\n`), 'a line break in a secret');
const svix = createRequire(`${npmTools(['svix@2.5.0'])}/`)('svix');
assert.equal(new svix.Webhook(secret).verify(body, headers), undefined, 'svix returns nothing');
assert.throws(() => new svix.Webhook(secret).verify(changed, headers));
assert.throws(() => new svix.Webhook(secret).verify(body, new Headers(headers)), /Missing required headers/);
console.log('The libraries do what the examples say of them.');
