import { expect, it } from 'vitest';
import { openDesk } from '../../../../support/desk.ts';
import { days } from '../../../../support/in-memory-operator.ts';
import { openLink } from '../../../../support/served-desk.ts';

/** A desk at noon, and pages as somebody with a role reads them, without tags. */
async function atNoon() {
  const desk = await openDesk();
  desk.time.now = Date.UTC(2030, 0, 9, 12); // a Wednesday
  const reader = async (role: 'sales' | 'admin', name: string) => {
    const { headers } = await openLink(await desk.link(role, name));
    const cookie = headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    return async (path: string) => {
      const answer = await fetch(`${desk.origin}${path}`, { headers: { cookie }, redirect: 'manual' });
      const page = await answer.text();
      const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
      return { status: answer.status, page, text: main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') };
    };
  };
  return { ...desk, reader, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() };
}

it('what one did is told in a sentence and by customer, in one’s own words, by day and by week', async () => {
  await using desk = await atNoon();
  const { operator, time } = desk;
  const mine = await desk.reader('sales', 'Grace');
  const grace = (await operator.namePeople()).find(({ name }) => name === 'Grace')?.id ?? '';
  const by = { by: 'Grace', byId: grace };
  for (const [n, name] of ['Ada', 'Bob', 'Cleo', 'Dora'].entries())
    await desk.submit(name, { draft: { firstName: name, email: `${n}@example.com` } });
  const now = time.now;
  const note = (leadId: string, kind: 'reached' | 'no-answer' | 'note', text?: string) =>
    operator.noteLead({ leadId, kind, text, by });

  time.now = now - days(2);
  await note('Ada', 'no-answer');
  time.now = now - days(1);
  await note('Bob', 'reached', 'Wants <b>a</b> trade-in');
  await operator.moveLead({ leadId: 'Bob', to: 'Quoted', reason: undefined, by });
  time.now = now;
  await note('Cleo', 'reached', 'A wrong tap');
  await operator.strikeActivity({ leadId: 'Cleo', activity: '1', by });
  await operator.moveLead({
    leadId: 'Dora',
    to: 'Lost',
    by,
    activity: { kind: 'no-answer', text: 'Third try' },
  });
  await operator.showLead({ leadId: 'Ada', by });

  const today = await mine('/work');
  expect(today.text).toContain('1 call, 1 lost');
  expect(today.text).toMatch(/12:00 No answer from Dora ?, moved to Lost Third try/);
  expect(today.text, 'looks and struck entries').not.toMatch(/Ada|Cleo|wrong tap/);
  const yesterday = await mine('/work?days=yesterday');
  expect(yesterday.text).toContain('1 call, 1 reached, 1 quoted');
  expect(yesterday.page).toContain('Wants &#60;b&#62;a&#60;/b&#62; trade-in');
  expect((await mine('/work?days=week')).text).toContain('3 calls, 1 reached, 1 quoted, 1 lost');
  expect((await mine('/day')).page).toContain('<a href="/work">');

  const admins = await desk.reader('admin', 'Ines');
  expect((await admins('/work')).text).toContain('Today: nothing written down.');
  const hers = await admins(`/work?by=${grace}`);
  expect(hers.text).toContain('What Grace did');
  expect(hers.text).toContain('1 call, 1 lost');
  const another = await desk.reader('sales', 'Linus');
  const linus = await another(`/work?by=${grace}`);
  expect(linus.text, 'only admins see that of others').toMatch(/What I did.*nothing written down/);
  expect((await admins('/work?by=per_nobody')).status).toBeLessThan(500);
});
