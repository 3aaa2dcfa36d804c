import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseWithUsers } from '../support/database-users.ts';
import { validLead } from '../support/http-target.ts';
import { noMongod } from '../support/own-mongod.ts';
import { leads, startDesk, startServer } from '../support/processes.ts';
import { openLink } from '../support/served-desk.ts';

describe.skipIf(noMongod)(
  'the desk as a process of its own, with the user that the deployment creates',
  () => {
    let database: Awaited<ReturnType<typeof databaseWithUsers>>;
    const shared = { HOOK_KEY: 'for tests alone: 32 characters or more', HOOK_ALLOW: '127.0.0.0/8' };

    beforeAll(async () => {
      database = await databaseWithUsers();
    });
    afterAll(() => database?.stop());

    it('does all that an admin may do, and can delete no lead, no contact and no entry of the audit log', async () => {
      const { root, uriOf } = database;
      await using server = await startServer({
        ...shared,
        MONGODB_URI: uriOf('api'),
        API_KEYS: 'acme:key',
        LOG_LEVEL: 'silent',
      });
      const ids: string[] = [];
      for (const email of ['ada@example.com', 'bob@example.com', 'cy@example.com']) {
        const headers = { 'x-api-key': 'key', 'content-type': 'application/json' };
        const body = JSON.stringify({ ...validLead, phone: undefined, email });
        const answer = await fetch(`${server.url}/v1/lead`, { method: 'POST', headers, body });
        ids.push(((await answer.json()) as { body: { leadId: string } }).body.leadId);
      }
      const [lead, other, third] = ids;

      const env = { ...shared, MONGODB_URI: uriOf('desk') };
      await using desk = await startDesk(env);
      const atDesk = { ...env, DESK_URL: desk.url };
      const { out } = await leads(['desk', 'link', '--role', 'admin', '--by', 'grace'], atDesk);
      const opened = await openLink(out.trim());
      const [cookie = ''] = /desk=[^;]+/.exec(opened.headers.getSetCookie().join()) ?? [];
      const get = async (path: string) => {
        const answer = await fetch(new URL(path, desk.url), { headers: { cookie }, redirect: 'manual' });
        expect([path, answer.status]).toEqual([path, 200]);
        return answer.text();
      };
      const post = async (path: string, form: Record<string, string> = {}) => {
        const answer = await fetch(new URL(path, desk.url), {
          method: 'POST',
          headers: { cookie, origin: new URL(desk.url).origin },
          body: new URLSearchParams(form),
          redirect: 'manual',
        });
        const text = await answer.text();
        expect([path, answer.status, /role="alert">([^<]*)/.exec(text)?.[1]]).toEqual([
          path,
          answer.headers.has('location') ? 303 : 200,
          undefined,
        ]);
        return `${answer.headers.get('location') ?? ''}${text}`;
      };
      const answer = async (path: string) => {
        const [, plan = ''] = /name="plan" value="(\w+)"/.exec(await get(path)) ?? [];
        return post(path, { plan });
      };
      const contactOf = async (id = '') => /\/contacts\/([\w-]+)/.exec(await get(`/leads/${id}`))?.[1] ?? '';
      const [ada, bob, cy] = [await contactOf(lead), await contactOf(other), await contactOf(third)];

      const shown = await post('/people/programs', { name: 'crm', role: 'viewer', days: '' });
      const [, token] = /value="(lead_operator_\w+)"/.exec(shown) ?? [];
      const authorization = `Bearer ${token}`;
      const listed = await fetch(new URL('/api/leads', desk.url), { headers: { authorization } });
      expect([listed.status, await listed.json()]).toMatchObject([200, { leads: [{}, {}, {}] }]);
      const [, tokenId] = /programs\/(\w+)\/revoke/.exec(await get('/people/programs')) ?? [];
      await post(`/people/programs/${tokenId}/revoke`);
      expect((await fetch(listed.url, { headers: { authorization } })).status).toBe(401);

      await post(`/leads/${lead}/move`, { move: 'Quoted' });
      await post('/leads/change', { lead: lead ?? '', move: 'Won' });
      await post(`/leads/${lead}/assign`, { owner: 'nobody' });
      const [, me = ''] = /name="owner" value="(per_\w+)">Take/.exec(await get(`/leads/${lead}`)) ?? [];
      await post(`/leads/${lead}/assign`, { owner: me });
      await post(`/contacts/${ada}/edit`, {
        firstName: 'Adele',
        'firstName-was': 'Ada',
        phone: '5550102030',
      });
      await answer(`/contacts/${ada}/merge?with=${bob}`);
      await answer(`/leads/${third}/erase`);
      await answer(`/contacts/${cy}/erase`);
      const rings = { firstName: 'Maria', phone: '5552014477', dealType: 'sales', notes: 'A van' };
      await post('/leads/add', rings);
      await post('/vendors', { name: 'Zenith' });
      const zenith = /\/vendors\/((?!acme)[\w-]+)/.exec(await get('/vendors'))?.[1] ?? '';
      const keyIn = (page: string) => [...page.matchAll(/\/keys\/([\w-]+)\//g)].at(-1)?.[1] ?? '';
      await post(`/vendors/${zenith}/keys`, { days: 'endless' });
      await post(`/vendors/${zenith}/keys/${keyIn(await get(`/vendors/${zenith}`))}/rotate`, { days: '1' });
      await answer(`/vendors/${zenith}/keys/${keyIn(await get(`/vendors/${zenith}`))}/revoke`);
      await post('/hooks', { url: 'http://127.0.0.1:9/', events: 'lead.received' });
      const hook = /\/hooks\/([\w-]+)/.exec(await get('/hooks'))?.[1];
      await post(`/hooks/${hook}/test`);
      await post(`/hooks/${hook}/rotate`, { hours: '1' });
      await post(`/hooks/${hook}/pause`);
      await post(`/hooks/${hook}/resume`);
      await post(`/hooks/${hook}/replay`, { since: '1' });
      await answer(`/hooks/${hook}/remove`);
      for (const path of [
        '/',
        '/?q=Adele',
        '/contacts?q=Adele',
        '/report',
        '/leads.csv',
        '/people',
        `/vendors/${zenith}`,
      ])
        await get(path);
      expect(await get('/audit')).toContain('erased');
      const warnings = desk.written().out.match(/"level":[456]0.*/g) ?? [];
      expect(warnings).toEqual([expect.stringContaining('standalone server')]);

      expect(await root.db('partner_leads').collection('audit').countDocuments({ outcome: null })).toBe(0);
      await using client = new MongoClient(uriOf('desk'));
      const refused = (act: Promise<unknown>) => expect(act).rejects.toThrow(/not authorized/);
      const db = client.db('partner_leads');
      for (const name of ['deals', 'contacts', 'vendors', 'audit']) {
        await refused(db.collection(name).deleteMany({}));
        await refused(db.collection(name).drop());
      }
      await refused(db.collection('tickets').updateMany({}, { $set: { role: 'admin' } }));

      const ended = await leads(['desk', 'end-sessions', 'grace', '--json'], atDesk);
      expect(JSON.parse(ended.out)).toMatchObject({ ended: 1 });
      const after = await fetch(desk.url, { headers: { cookie }, redirect: 'manual' });
      expect([after.status, after.headers.get('location')]).toEqual([302, '/sign-in?goal=%2F']);
      desk.process.kill('SIGTERM');
      expect(await desk.finished).toMatchObject({ code: 0, err: '' });
    });
  },
);

it('the desk as a process of its own needs a store that other processes reach', async () => {
  await expect(startDesk({})).rejects.toThrow(
    /Fix these settings first:\nDATA_FILE or MONGODB_URI is required: the desk of a store in memory is part of the server/,
  );
});
