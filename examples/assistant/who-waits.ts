import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** `node who-waits.ts mcp.json`: asks what an assistant asks to answer “who waits longest?”, without a model. */

interface Answer {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

const [, , settings = 'mcp.json'] = process.argv;
const { command, args, env } = JSON.parse(readFileSync(settings, 'utf8')).mcpServers.leads;
const server = spawn(command, args, {
  env: { ...process.env, ...env },
  stdio: ['pipe', 'pipe', 'ignore'],
});
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
const say = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let asked = 0;

/** Asks by the Model Context Protocol over standard input and output. Throws what the server refuses. */
async function ask(method: string, params: object): Promise<NonNullable<Answer['result']>> {
  asked += 1;
  say({ id: asked, method, params });
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${command} ended: is the desk running, and the token right?`);
    const { id, result, error }: Answer = JSON.parse(value);
    if (id !== asked) continue;
    const text = result?.content?.[0]?.text;
    if (!result || result.isError) throw new Error(error?.message ?? text);
    return result;
  }
}

try {
  const clientInfo = { name: 'who-waits', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  say({ method: 'notifications/initialized' });
  const order = { name: 'lst-leads', arguments: { status: 'unanswered', limit: 1 } };
  const { content } = await ask('tools/call', order);
  const [lead] = JSON.parse(content?.[0]?.text ?? '').leads;
  if (!lead) console.log('Nobody waits.');
  else {
    const { firstName, lastName = '' } = lead.present ?? lead.customer ?? { firstName: 'An erased customer' };
    const minutes = Math.round(lead.answer.elapsed / 60_000);
    console.log(`${`${firstName} ${lastName}`.trim()} waits longest: ${minutes} minutes. ${lead.leadId}`);
  }
} finally {
  server.kill();
}
