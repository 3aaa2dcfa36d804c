import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openDesk } from '../support/desk.ts';
import { freePort } from '../support/free-port.ts';
import { minutes } from '../support/in-memory-operator.ts';

/**
 * `node test/deep/back.ts`: in Debian's WebKitGTK (2.50.6), which keeps pages of http in memory, *Back* after signing out
 * shows no customer.
 */

const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
if (!binary || ['WebKitWebDriver', 'xvfb-run'].some((each) => spawnSync('which', [each]).status !== 0)) {
  console.log('PASSED OVER: there is no webkit2gtk-driver or xvfb');
  process.exit();
}
const port = await freePort();
const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
  detached: true,
  stdio: 'ignore',
});

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const sent = { method, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, sent);
  const { value } = (await answer.json()) as { value: { message?: string } };
  if (!answer.ok) throw new Error(`${path}: ${value.message}`);
  return value;
}
while (!(await call('GET', '/status').catch(() => undefined))) await delay(200);

await using desk = await openDesk();
desk.time.now -= minutes(5);
await desk.submit('ada', { draft: { firstName: 'Adalbert', phone: '2125550144' } });
desk.time.now += minutes(5);
const capabilities = {
  alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
};
const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string };
const session = `/session/${sessionId}`;
const run = (script: string) => call('POST', `${session}/execute/sync`, { script, args: [] });
const text = () => run('return document.body.hidden ? "" : document.body.innerText');
async function shows(wanted: RegExp): Promise<void> {
  for (let n = 0; n < 50; n += 1, await delay(100))
    if (wanted.test(String(await text().catch(() => '')))) return;
  assert.fail(`The page does not show ${wanted}:\n${await text()}`);
}
try {
  await call('POST', `${session}/url`, { url: await desk.link('sales') });
  await run('document.querySelector(".primary").click()');
  await shows(/My day/);
  await call('POST', `${session}/url`, { url: `${desk.origin}/leads/ada` });
  await shows(/Adalbert/);
  await run('document.querySelector("[action=\'/sign-out\']").requestSubmit()');
  await shows(/You are signed out/);
  await run('history.back()');
  await delay(1_500);
  const shown = String(await text());
  assert.doesNotMatch(shown, /Adalbert|555/);
  assert.match(shown, /Open a link/);
  console.log('works: WebKitGTK asks anew for the page before the sign-out');
} finally {
  await call('DELETE', session);
  process.kill(-(driver.pid as number));
}
