import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Project, projectWithPackage, suitesOf } from '../support/installed-package.ts';
import { run } from '../support/processes.ts';

const conformance = fileURLToPath(new URL('../../src/conformance/main.ts', import.meta.url));

/** The example of your own CRM, with the package installed from this tarball. */
export function ownCrmExample(tarball: () => string): void {
  describe('the example of your own CRM', () => {
    let project: Project;
    beforeAll(async () => {
      project = await projectWithPackage(tarball(), [
        'vitest',
        'typescript',
        '@types/node',
        '@types/koa',
        'koa',
        '@koa/router',
      ]);
      await project.add('examples/own-crm');
    });
    afterAll(() => project.remove());

    it('passes the contract suite that the package exports', async () => {
      const { failed, passed } = await suitesOf(project);
      expect(failed).toEqual([]);
      expect(passed).toBeGreaterThan(30);
    });

    it('serves, breaks no row of the specification, and keeps its leads across a restart', async () => {
      const file = `${project.path}/leads.sqlite`;
      const env = { LEADS_FILE: file, API_KEYS: 'acme:k1,zenith:k2', PORT: '0' };
      const start = async () => {
        const server = run(process.execPath, [`${project.path}/own-crm/server.ts`], env);
        await server.said('Serving');
        const url = /http:\S+v1/.exec(server.written().out)?.[0] ?? '';
        const stop = async () => {
          for (const signal of ['SIGINT', 'SIGTERM'] as const) server.process.kill(signal); // one may follow the other
          return (await server.finished).code;
        };
        return { url, stop };
      };

      const first = await start();
      const args = ['--url', first.url, '--key', 'k1', '--other-key', 'k2'];
      const { code, out } = await run(process.execPath, [conformance, ...args]).finished;
      expect({ code, broken: out.match(/✗.*/g) }).toEqual({ code: 0, broken: null });
      const sent = await fetch(`${first.url}/lead`, {
        method: 'POST',
        headers: { 'x-api-key': 'k1', 'content-type': 'application/json' },
        body: '{"first_name":"Ada","email":"a@b.com","deal_type":"sales","vendor_name":"Acme","lead_notes":"x"}',
      });
      const { leadId } = ((await sent.json()) as { body: { leadId: string } }).body;
      expect(await first.stop()).toBe(0);

      const second = await start();
      const read = await fetch(`${second.url}/lead/${leadId}`, { headers: { 'x-api-key': 'k1' } });
      expect(await read.json()).toEqual({ statusCode: 200, body: { leadId, status: 'In Progress' } });
      await second.stop();
    });
  });
}
