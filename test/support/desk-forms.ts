import { onTestFinished } from 'vitest';
import { openDesk } from './desk.ts';
import { unescaped } from './plain-pages.ts';

const ids = ['ada', 'bob', 'cy'];

type Fields = readonly (readonly [string, string])[];

/** A desk with three leads, and what people who have signed in get and post there, as browsers without scripts do. */
export async function signedIn(now = Date.now()) {
  const desk = await openDesk();
  desk.time.now = now;
  onTestFinished(() => desk[Symbol.asyncDispose]());
  async function as(name: string) {
    const { link } = await desk.access.makeLink({ name, role: 'admin', by: 'test' });
    const { text: session, person: me } = await desk.access.openLink(link);
    const headers = { cookie: `desk=${session}`, origin: desk.origin };
    const get = async (path: string, cookie = '') => {
      const cookies = { ...headers, cookie: `${headers.cookie}; ${cookie}` };
      return (await fetch(`${desk.origin}${path}`, { headers: cookies })).text();
    };
    async function post(path: string, fields: Fields) {
      const body = new URLSearchParams(fields.map((field): [string, string] => [...field]));
      const address = `${desk.origin}${path}`;
      const answer = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' });
      const cookies = answer.headers.getSetCookie().join();
      const said = decodeURIComponent(/said=([^;]*)/.exec(cookies)?.[1] ?? '');
      return { status: answer.status, said, cookies, page: await answer.text() };
    }
    return { get, post, me };
  }
  const statusOf = async (leadId: string) =>
    (await desk.operator.showLead({ leadId, by: 'test' })).deal.status;
  for (const id of ids) await desk.submit(id, { draft: { firstName: id, email: `${id}@example.com` } });
  return { ...desk, ...(await as('Grace')), as, statusOf };
}

/** The hidden fields and the boxes of a page's forms. */
export const fieldsOf = (page: string): [string, string][] =>
  [...page.matchAll(/<input type="(?:hidden|checkbox)" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)],
  );
