import { expect, it } from 'vitest';
import { openServedApi } from '../../../../support/served-api.ts';

it('an admin issues a token, sees when it was used, and revokes it', async () => {
  await using api = await openServedApi();
  const cookie = await api.cookie('admin');
  const post = (path: string, body: Record<string, string>) =>
    api.ask(path, {
      method: 'POST',
      headers: { cookie, origin: api.origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body).toString(),
    });
  const shown = await post('/people/programs', { name: '<b>CRM</b>', role: 'sales', days: '90' });
  const [, token = ''] = /value="(lead_operator_\w{43})"/.exec(shown.body) ?? [];
  expect((await api.call('/leads', { token })).status).toBe(200);
  const page = async () => (await api.ask('/people/programs', { headers: { cookie } })).body;
  expect(await page()).toContain('&#60;b&#62;CRM');
  expect(await page()).not.toContain(token);
  const { id = '', lastUsed, expires } = (await api.operator.listTokens()).at(-1) ?? {};
  expect(await page()).toContain(`datetime="${lastUsed?.toISOString()}"`);
  expect(await page()).toContain(`datetime="${expires?.toISOString()}"`);
  expect((await post(`/people/programs/${id}/revoke`, {})).status).toBe(303);
  expect((await api.call('/leads', { token })).status).toBe(401);
  const refused = await post('/people/programs', { name: ' ', role: 'sales', days: '' });
  expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('needs the name')]);
});
