import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { envExample, withTable } from '../../scripts/settings.ts';
import { secretSettings } from '../../src/bootstrap/config.ts';
import { openBrowser } from '../support/browser.ts';
import { run, startServer } from '../support/processes.ts';

const readme = await readFile('README.md', 'utf8');

/** The requests of the README's session, each with the answer that it shows. */
function session(): { request: string; answer: string }[] {
  const blocks = [...readme.matchAll(/```console\n(.*?)```/gs)].map(([, block = '']) => block);
  const typed = blocks.flatMap((block) => block.split(/^\$ /m).slice(1));
  return typed
    .map((text) => {
      const [, request = '', answer = ''] = /^((?:[^\n]*\\\n)*[^\n]*\n)(.*)/s.exec(text) ?? [];
      return { request, answer: answer.trim() };
    })
    .filter(({ request }) => request.includes('curl'));
}

/** With the keys that the README names. */
async function moveOnTheDesk(link: string, leadId: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const rows = page.locator('.leads tbody tr');
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual([expect.stringMatching(/Ada[\s\S]*Acme[\s\S]*In Progress/)]);
    expect(await rows.locator('a').first().getAttribute('href')).toBe(`/leads/${leadId}`);
    const keys = /`(j)` goes to it, `(m)` and then `(4)`/.exec(readme)?.slice(1) ?? [];
    expect(keys).toHaveLength(3);
    for (const key of keys) await page.keyboard.press(key);
    await page.locator('.said').getByText('Won').waitFor();
  } finally {
    await browser.close();
  }
}

describe('README', () => {
  it('shows a session whose answers are the real ones, with a restart, and the lead moved at the desk; the page for vendors, a refusal', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'leads-'));
    const env = { LOG_LEVEL: 'silent', DESK_PORT: '0', DATA_FILE: join(folder.path, 'leads.db') };
    let server = await startServer(env);
    const API_KEY = /lead_test_\w+/.exec(server.written().out)?.[0] ?? '';
    const shown = session();
    expect(shown).toHaveLength(3);

    const leadIdShown = /"leadId":"([^"]+)"/.exec(shown[0]?.answer ?? '')?.[1] ?? '';
    let leadId = leadIdShown;
    for (const { request, answer } of shown) {
      const deskLink = /http:\S+\/link\/\S+/.exec(server.written().out)?.[0] ?? '';
      if (answer.includes('"status":"Won"')) await moveOnTheDesk(deskLink, leadId);
      const typed = request.replaceAll('http://127.0.0.1:3000', server.url).replaceAll(leadIdShown, leadId);
      const { out } = await run('sh', ['-c', typed], { API_KEY }).finished;
      leadId = /"leadId":"([\da-f-]{36})"/.exec(out)?.[1] ?? leadId;
      expect(out.replaceAll('\r', '').trim()).toBe(answer.replaceAll(leadIdShown, leadId));
      if (!answer.includes('idempotent-replayed')) continue;
      await server[Symbol.asyncDispose]();
      server = await startServer(env);
    }

    const draft = {
      first_name: 'Ada',
      phone: '555-1234',
      deal_type: 'sale',
      vendor_name: 'Acme',
      lead_notes: 'Call.',
    };
    const refusal = await fetch(`${server.url}/v1/lead`, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    });
    expect(await readFile('docs/integrate.md', 'utf8')).toContain(`\n${await refusal.text()}\n`);
    await server[Symbol.asyncDispose]();
  });
});

describe('the page of settings', () => {
  it('describes every setting as the code does (npx node scripts/settings.ts writes it)', async () => {
    const page = await readFile('docs/settings.md', 'utf8');
    expect(withTable(page)).toBe(page);
    expect(page).toContain('| `PORT` | `3000` |');
    for (const name of secretSettings) expect(page).toContain(`\`${name}_FILE\``);
    expect(await readFile('.env.example', 'utf8')).toBe(envExample);
  });
});
