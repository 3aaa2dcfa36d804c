import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDesk } from '../support/desk.ts';
import { minutes } from '../support/in-memory-operator.ts';
import { hasPdfReader, pagesOf } from '../support/printed.ts';

/**
 * `node test/deep/printed.ts [FOLDER]`: Debian's Firefox (153.8 ESR) prints report, inbox and a lead as Chromium does in
 * `paper.shipped.test.ts`; page and title of each sheet are what Firefox itself writes. The PDFs go into FOLDER.
 */

if (!hasPdfReader() || spawnSync('which', ['firefox-esr']).status !== 0) {
  console.log('PASSED OVER: there is no firefox-esr or pdftotext');
  process.exit();
}
await using profile = await mkdtempDisposable(join(tmpdir(), 'firefox-'));
const firefox = spawn(
  'firefox-esr',
  ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile.path],
  { env: { ...process.env, HOME: profile.path } },
);
const address = await new Promise<string>((resolve) => {
  let told = '';
  firefox.stderr.on('data', (text) => {
    told += text;
    const [, url] = /BiDi listening on (\S+)/.exec(told) ?? [];
    if (url) resolve(`${url}/session`);
  });
});
const socket = new WebSocket(address);
await once(socket, 'open');
const answers: ((answer: { type: string; result: never }) => void)[] = [];
socket.addEventListener('message', ({ data }) => {
  const answer = JSON.parse(data);
  answers[answer.id]?.(answer);
});
/** Sends a command of WebDriver BiDi. */
const call = <T>(method: string, params: object): Promise<T> =>
  new Promise((resolve, reject) => {
    const id = answers.push((answer) =>
      answer.type === 'success' ? resolve(answer.result) : reject(new Error(JSON.stringify(answer))),
    );
    socket.send(JSON.stringify({ id: id - 1, method, params }));
  });

const by = 'test';
await using desk = await openDesk(undefined, undefined, undefined, 'Blue Motors');
desk.time.now = Date.UTC(2027, 0, 20, 15, 30);
await desk.addPeople('Grace');
for (let n = 10; n < 40; n += 1) {
  const { id: vendorId } = await desk.operator.addVendor({ name: `Vendor ${n}`, by });
  for (const dealType of ['sales', 'service']) {
    const draft = { firstName: 'Ada', lastName: `Number ${n}`, phone: `21255501${n}`, dealType };
    await desk.submit(`lead-${n}-${dealType}`, {
      vendorId,
      draft: { ...draft, email: `ada${n}@example.com` },
    });
  }
  desk.time.now += minutes(1);
}
const { link } = await desk.access.makeLink({ name: 'Grace', role: 'admin', by });
const { text: value } = await desk.access.openLink(link);

await call('session.new', { capabilities: {} });
const { contexts } = await call<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
const [{ context } = { context: '' }] = contexts;
const cookie = { name: 'desk', value: { type: 'string', value }, domain: '127.0.0.1', path: '/' };
await call('storage.setCookie', { cookie });

const sizes = { A4: { width: 21, height: 29.7 }, letter: { width: 21.59, height: 27.94 } };
for (const [size, page] of Object.entries(sizes)) {
  const print = async (path: string) => {
    await call('browsingContext.navigate', { context, url: desk.origin + path, wait: 'complete' });
    const { data } = await call<{ data: string }>('browsingContext.print', { context, page });
    const pdf = Buffer.from(data, 'base64');
    if (process.argv[2])
      await writeFile(join(process.argv[2], `${path.replace(/\W/g, '_')}-${size}.pdf`), pdf);
    return pagesOf(pdf);
  };
  const report = await print('/report');
  assert.equal(report.length, 2);
  assert.match(report[0] ?? '', /Blue Motors\s+January 2027\s/);
  for (const text of report) {
    assert.match(text, /Vendor +Received +Won +Lost +Win rate +Not leads +Half within +Aug .*Jan\n/);
    const whole = text.match(/^ *Vendor \d\d +2 +\d +\d /gm) ?? [];
    assert.equal(text.match(/^ +(?:– +){5}\d+$/gm)?.length, whole.length);
  }
  const inbox = await print('/');
  assert.equal(inbox.length, 2);
  const [rows = 0, rest = 0] = inbox.map((text) => text.match(/^ *Ada Number \d\d /gm)?.length ?? 0);
  assert.ok(rows >= 28 && rows + rest === 50, `${rows} and ${rest}`);
  for (const text of inbox) assert.match(text, /Customer +Wants +Came ↓ +Status, owner\n/);
  const lead = await print('/leads/lead-10-sales');
  assert.equal(lead.length, 1);
  assert.match(lead.join(), /Blue Motors\s+Ada Number 10[\s\S]*\(212\) 555-0110[\s\S]*Timeline/);
  for (const text of [...report, ...inbox, ...lead])
    assert.doesNotMatch(text, /spreadsheet|Give|Other days|Correct|Copy|Log\b|Details|Take|Where to|Next/);
  console.log(`works: Firefox on ${size}: ${rows} leads on the first page of the inbox`);
}
const title = await call<{ result: { value: string } }>('script.evaluate', {
  ...{ expression: 'document.title', target: { context }, awaitPromise: false },
});
assert.equal(title.result.value, 'Ada Number 10 · Blue Motors');
await Promise.all([once(firefox, 'exit'), call('browser.close', {})]); // then its folder can go
