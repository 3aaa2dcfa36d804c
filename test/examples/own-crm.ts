import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Project, projectWithPackage, suitesOf } from '../support/installed-package.ts';
import { run } from '../support/processes.ts';

const conformance = fileURLToPath(new URL('../../conformance/main.ts', import.meta.url));

/** The example of your own CRM, with the package installed from this tarball. */
export function ownCrmExample(tarball: () => string): void {
  describe('the example of your own CRM', () => {
    let project: Project;
    beforeAll(async () => {
      const peers = ['inversify', 'reflect-metadata', 'koa', '@koa/router', 'commander'];
      project = await projectWithPackage(tarball(), ['vitest', 'typescript', '@types/node', ...peers]);
      await project.add('examples/own-crm');
    });
    afterAll(() => project.remove());

    it('passes the contract suite that the package exports', async () => {
      const { failed, passed } = await suitesOf(project);
      expect(failed).toEqual([]);
      expect(passed).toBeGreaterThan(30);
    });

    it('serves with issued keys, breaks no row of the specification, and keeps its leads across a restart', async () => {
      const env = {
        CRM_FILE: `${project.path}/crm.sqlite`,
        BESIDE_FILE: `${project.path}/beside.db`,
        PORT: '0',
      };
      const program = (name: string, ...args: string[]) =>
        run(process.execPath, [`${project.path}/own-crm/${name}.ts`, ...args], env);
      const succeeds = async (name: string, ...args: string[]) => {
        const { code, out, err } = await program(name, ...args).finished;
        expect([name, args, code, err]).toEqual([name, args, 0, '']);
        return out.trim();
      };
      const start = async () => {
        const server = program('server');
        await server.said('Serving');
        const url = /http:\S+v1/.exec(server.written().out)?.[0] ?? '';
        const stop = async () => {
          for (const signal of ['SIGINT', 'SIGTERM'] as const) server.process.kill(signal); // one may follow the other
          return (await server.finished).code;
        };
        return { url, stop };
      };
      const keyOf = async (vendor: string) => {
        await succeeds('leads', 'vendor', 'add', vendor);
        const issued = await succeeds('leads', 'key', 'issue', vendor, '--json');
        return (JSON.parse(issued) as { key: string }).key;
      };
      const [own, other] = [await keyOf('Acme'), await keyOf('Zenith')];

      const first = await start();
      const args = ['--url', first.url, '--key', own, '--other-key', other];
      const { code, out } = await run(process.execPath, [conformance, ...args]).finished;
      expect({ code, broken: out.match(/✗.*/g) }).toEqual({ code: 0, broken: null });
      const sent = await fetch(`${first.url}/lead`, {
        method: 'POST',
        headers: { 'x-api-key': own, 'content-type': 'application/json' },
        body: '{"first_name":"Ada","email":"a@b.com","deal_type":"sales","vendor_name":"Acme","lead_notes":"x"}',
      });
      const { leadId } = ((await sent.json()) as { body: { leadId: string } }).body;
      await succeeds('set-status', leadId, 'Quoted');
      expect(await first.stop()).toBe(0);

      const second = await start();
      const read = await fetch(`${second.url}/lead/${leadId}`, { headers: { 'x-api-key': own } });
      expect(await read.json()).toEqual({ statusCode: 200, body: { leadId, status: 'Quoted' } });
      await second.stop();
    }, 180_000);
  });
}
