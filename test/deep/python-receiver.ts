import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { pythonTool } from './python-tool.ts';

/** `node test/deep/python-receiver.ts`: the example of a verification in Python, with the library of the standard. */
const python = join(pythonTool('standardwebhooks', '1.1.0'), 'python');
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const body = '{"type":"hook.test","data":{"text":"Größe"}}';
const sent = new Date();

function verified(received: string, more = ''): boolean {
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${Math.floor(sent.getTime() / 1_000)}`,
    'webhook-signature': `${more}${new Webhook(secret).sign('evt_1', sent, body)}`,
  };
  const program =
    'import json, sys; from verify_with_library import verified; print(json.dumps(verified(*json.load(sys.stdin))))';
  const { status, stdout } = spawnSync(python, ['-c', program], {
    cwd: 'examples/webhook-receiver',
    input: JSON.stringify([secret, headers, received]),
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  return status === 0 && JSON.stringify(JSON.parse(stdout)) === body;
}

if (!verified(body)) throw new Error('A genuine message was refused.');
if (verified(body.replace('Größe', 'Grösse'))) throw new Error('A message that was changed was accepted.');
// Raised by standardwebhooks 1.1.0 for a word without a comma, which its siblings pass over: a ValueError.
if (verified(body, 'word '))
  throw new Error('The library passes over a malformed signature now: say so on the page.');
console.log('The verification in Python with the library took a genuine message, and no other.');
