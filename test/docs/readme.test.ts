import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { envExample, withTable } from '../../scripts/settings.ts';
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
    .filter(({ request }) => request.startsWith('curl'));
}

describe('README', () => {
  it('shows a session whose answers are the true ones', async () => {
    await using server = await startServer({ LOG_LEVEL: 'silent' });
    const API_KEY = /lead_test_\w+/.exec(server.written().out)?.[0] ?? '';
    const shown = session();
    expect(shown).toHaveLength(4);

    const leadIdShown = /"leadId":"([^"]+)"/.exec(shown[0]?.answer ?? '')?.[1] ?? '';
    let leadId = leadIdShown;
    for (const { request, answer } of shown) {
      const typed = request.replaceAll('http://127.0.0.1:3000', server.url).replaceAll(leadIdShown, leadId);
      const { out } = await run('sh', ['-c', typed], { API_KEY }).finished;
      leadId = /"leadId":"([\da-f-]{36})"/.exec(out)?.[1] ?? leadId;
      expect(out).toBe(answer.replaceAll(leadIdShown, leadId));
    }
  });

  it('tells of every setting what the settings themselves say (node scripts/settings.ts writes it)', async () => {
    expect(withTable(readme)).toBe(readme);
    expect(readme).toContain('| `PORT` | `3000` |');
    expect(await readFile('.env.example', 'utf8')).toBe(envExample);
  });

  it('links to nothing that is not there', async () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(2);
    for (const path of links) await readFile(path);
  });
});
