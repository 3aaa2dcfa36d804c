import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { visitDesk } from '../../../support/desk-visit.ts';
import { days, minutes } from '../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../support/time-zone.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const by = 'Linus';

/** The page of a lead that was received twelve minutes ago, and what is kept of it. */
async function pageOfLead(options: { readonly javaScriptEnabled?: boolean } = {}) {
  const desk = await openDesk(undefined, zoneOf('America/New_York'));
  desk.time.now = Date.parse(`${new Date().getUTCFullYear() + 1}-03-03T15:00:00Z`); // ten o'clock there
  await desk.submit('lead-1', { draft: { firstName: 'Ada', phone: '5550102030', notes: 'Is it there?' } });
  desk.time.now += minutes(12);
  const visit = await visitDesk(browser, desk, { role: 'sales', ...options });
  const { page } = visit;
  await visit.go('/leads/lead-1');
  return {
    ...{ desk, visit, page },
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    text: page.getByLabel('What was said or done'),
    said: (text: string) => page.locator('.said', { hasText: text }).waitFor(),
    timeline: () => page.locator('.history li').allInnerTexts(),
    deal: async () => (await desk.operator.showLead({ leadId: 'lead-1', by })).deal,
    async [Symbol.asyncDispose]() {
      await visit[Symbol.asyncDispose]();
      await desk[Symbol.asyncDispose]();
    },
  };
}

describe('what was done', () => {
  it('is written down beside the history, and says what answered the customer', async () => {
    await using lead = await pageOfLead();
    const { desk, page, text, press, said, timeline } = lead;
    expect(await page.locator('.standing').innerText()).toMatch(/In Progress for 12 min\s+unanswered 12 min/);
    await page.getByLabel('No answer').check();
    await press('Write down');
    await said('Written down: you got no answer.');
    desk.time.now += minutes(3);
    await page.getByLabel('Reached').check();
    await text.fill('Comes on Saturday.\n<b>With</b> her brother.');
    await press('Write down');
    await said('Written down: you reached the customer.');
    desk.time.now += minutes(1);
    await text.fill('Bring the keys');
    await page.getByLabel('Reason').fill('38,900');
    await press('Quoted');
    await said('The lead moved from In Progress to Quoted. Written down: you noted.');
    desk.time.now += minutes(1);
    await desk.addPeople('Ada');
    await desk.operator.assignLead({ leadId: 'lead-1', to: 'Ada', by });
    await desk.operator.assignLead({ leadId: 'lead-1', to: 'Ada', by });
    await page.reload();
    expect(await timeline()).toEqual([
      expect.stringMatching(/^Assigned to Ada .*by Linus$/),
      expect.stringMatching(/^Note .*by Grace\s+Bring the keys$/),
      expect.stringMatching(/^Quoted .*by Grace\s+38,900$/),
      expect.stringMatching(
        /^Reached .*first answer, by Grace\s+Comes on Saturday\.\n<b>With<\/b> her brother\.$/,
      ),
      expect.stringMatching(/^No answer .*by Grace$/),
      expect.stringMatching(/^In Progress .*received from/),
    ]);
    expect(await page.locator('.standing').innerText()).toContain('answered after 15 min');
    await desk.operator.eraseLead({ leadId: 'lead-1', by });
    await page.reload();
    expect((await timeline()).join()).not.toMatch(/Saturday|keys|38,900/);
    expect(lead.visit.amiss).toEqual([]);
  });

  it('is refused without a text or with too long a one, which stays; a text is not lost by anything else', async () => {
    await using lead = await pageOfLead();
    const { page, text, press, deal } = lead;
    await press('Write down');
    expect(await page.getByRole('alert').innerText()).toBe('Write the note first, or choose what you did.');
    const long = 'é'.repeat(2_001);
    await page.getByLabel('Wrote').check();
    await text.fill(long);
    await press('Write down');
    expect(await page.getByRole('alert').innerText()).toBe(
      'A note has 1 to 2000 characters: this one has 2001.',
    );
    expect([await text.inputValue(), await page.getByLabel('Wrote').isChecked()]).toEqual([long, true]);
    await text.fill('They call back');
    await press('To me');
    await lead.said('The lead is now assigned to Grace.');
    await expect.poll(() => text.inputValue()).toBe('They call back'); // as soon as the script runs
    expect((await deal()).activities).toEqual([]);
    await press('Write down');
    await lead.said('Written down');
    await page.reload();
    expect([await text.inputValue(), (await deal()).activities.length]).toEqual(['', 1]);
  });

  it('a reason that somebody began stays, whatever they do beside it, until a move takes it', async () => {
    await using lead = await pageOfLead();
    const { page, text, press, said } = lead;
    const [reason, why] = [page.getByLabel('Reason'), page.getByLabel('Why lost')];
    const written = async () => [await text.inputValue(), await reason.inputValue(), await why.inputValue()];
    await reason.fill('Wants to think');
    await why.selectOption('Too expensive');
    await text.fill('Called the wife');
    await press('Write down');
    await said('Written down');
    await expect.poll(written).toEqual(['', 'Wants to think', 'price']);
    await press('In 3 days');
    await said('The lead is to be followed up at');
    await expect.poll(written).toEqual(['', 'Wants to think', 'price']);
    await lead.visit.go('/');
    await lead.visit.go('/leads/lead-1');
    await expect.poll(written).toEqual(['', 'Wants to think', 'price']);
    await reason.fill('x'.repeat(2_001));
    await press('Lost');
    expect(await page.getByRole('alert').innerText()).toBe(
      'A reason has at most 2000 characters: this one has 2001.',
    );
    await reason.fill('Wants to think');
    await press('Lost');
    await said('moved from In Progress to Lost.');
    expect(await page.getByLabel('Reason').inputValue()).toBe('');
    expect((await lead.deal()).history.at(-1)).toMatchObject({
      reason: 'Wants to think',
      lostReason: 'price',
    });
  });

  it('a text that did not arrive is there when its lead is opened again', async () => {
    await using lead = await pageOfLead();
    const { page, text, press } = lead;
    await text.fill('Comes on Saturday');
    await page.route('**/note', (route) => route.abort());
    await press('Write down');
    await page.waitForURL('chrome-error://**');
    await lead.visit.go('/leads/lead-1');
    await expect.poll(() => text.inputValue()).toBe('Comes on Saturday');
    await page.unroute('**/note');
    await press('Write down');
    await lead.said('Written down');
    expect(await text.inputValue()).toBe('');
  });

  it('of a customer who was erased nothing is written down, also from a page that was open', async () => {
    await using lead = await pageOfLead();
    const { page, text, press, deal } = lead;
    await text.fill('Ada wants the red one');
    await lead.desk.operator.eraseLead({ leadId: 'lead-1', by });
    await press('Write down');
    expect(await page.getByRole('alert').innerText()).toContain('data was erased');
    expect([await text.count(), await page.getByLabel('Called').count()]).toEqual([0, 0]);
    await press('Quoted');
    await lead.said('moved from In Progress to Quoted.');
    expect(await deal()).toMatchObject({ status: 'Quoted', activities: [] });
  });

  it('what is written down together with a move is one answer, if it is one', async () => {
    await using lead = await pageOfLead();
    const marks = async () => (await lead.timeline()).map((each) => each.includes('first answer'));
    await lead.page.getByLabel('Reached').check();
    await lead.press('Quoted');
    await lead.said('moved from In Progress to Quoted.');
    expect((await marks()).filter(Boolean)).toHaveLength(1);
    expect((await lead.timeline()).find((each) => each.includes('first answer'))).toMatch(/^Reached/);
  });

  it('a text whose session has ended is there again, with what was chosen', async () => {
    await using lead = await pageOfLead();
    const { page, text, press, desk } = lead;
    await page.getByLabel('Reached').check();
    await text.fill('Comes on Saturday');
    await page.context().clearCookies();
    await press('Write down');
    await page.getByText('your session has ended').waitFor();
    await page.goto(await desk.link('sales'));
    await press('Sign in');
    await lead.visit.go('/leads/lead-1');
    expect([await text.inputValue(), await page.getByLabel('Reached').isChecked()]).toEqual([
      'Comes on Saturday',
      true,
    ]);
  });
});

describe('a follow-up', () => {
  it('is set by words on the clocks of the business, marked when overdue, and ended by an attempt', async () => {
    await using lead = await pageOfLead();
    const { desk, page, press, deal, said } = lead;
    const year = new Date(desk.time.now).getUTCFullYear();
    await page.keyboard.press('f');
    await page.keyboard.type('14:00');
    await page.keyboard.press('Enter');
    await said(`The lead is to be followed up at ${year}-03-03 14:00.`);
    expect((await deal()).followUp?.at.toISOString()).toBe(`${year}-03-03T19:00:00.000Z`);
    expect(await page.innerText('#follow-up')).toMatch(/^Follow up: 14:00 in 3 h$/);
    await press('Tomorrow 9:00');
    await said(`The lead is to be followed up at ${year}-03-04 09:00.`);
    await press('Clear');
    await said('The lead has no follow-up any more.');
    await press('In 3 days');
    await said(`The lead is to be followed up at ${year}-03-06 09:00.`);
    for (const [given, why] of [
      ['whenever', /^Use tomorrow, monday, 3d/],
      ['', /^Use tomorrow/],
      ['9:00', /^A follow-up needs a time that is not past\.$/],
    ] as const) {
      const when = page.getByLabel('When to follow up');
      await when.fill(given);
      await press('Set');
      expect(await page.getByRole('alert').innerText()).toMatch(why);
      expect(await when.inputValue()).toBe(given);
    }
    desk.time.now += days(4);
    await lead.visit.go(await desk.link('sales').then((link) => link.slice(desk.origin.length)));
    await press('Sign in');
    await lead.visit.go('/leads/lead-1');
    expect(await page.locator('.standing').innerText()).toMatch(/Follow up: 6 Mar, 09:00 overdue, \d+ h/);
    await page.getByLabel('Called').check();
    await press('Write down');
    await said('With it, the follow-up is done');
    expect((await deal()).followUp).toBeUndefined();
  });

  it('that a colleague has set meanwhile stays', async () => {
    await using lead = await pageOfLead();
    const at = new Date(lead.desk.time.now + days(2));
    await lead.desk.operator.followUp({ leadId: 'lead-1', at, by });
    await lead.press('Tomorrow 9:00');
    expect(await lead.page.getByRole('alert').innerText()).toContain('Meanwhile its follow-up was set');
    expect((await lead.deal()).followUp?.at).toEqual(at);
  });
});

describe('a lead that is lost', () => {
  it('says why, by keys alone', async () => {
    await using lead = await pageOfLead();
    const { page, deal, timeline } = lead;
    await page.keyboard.press('m');
    await page.keyboard.press('5');
    expect(await page.evaluate('document.activeElement.name')).toBe('lostReason');
    await page.keyboard.type('Too');
    await page.keyboard.press('Enter');
    await lead.said('moved from In Progress to Lost.');
    expect(await page.locator('.standing').innerText()).toContain('Lost: Too expensive');
    expect((await timeline())[0]).toMatch(/^Lost: Too expensive .*by Grace/);
    expect((await deal()).history.at(-1)).toMatchObject({ status: 'Lost', lostReason: 'price' });
    expect(await page.getByLabel('When to follow up').count()).toBe(0);
    expect(await page.getByLabel('Why lost').count()).toBe(0);
  });

  it('says why without scripts, too, and to a browser that does not ask', async () => {
    await using lead = await pageOfLead({ javaScriptEnabled: false });
    const { page, press, deal, desk } = lead;
    await press('Lost');
    expect((await deal()).status).toBe('In Progress');
    const form = { move: 'Lost', reason: 'gone', text: 'They bought a bicycle' };
    const headers = { origin: desk.origin };
    const answer = await page.request.post(`${desk.origin}/leads/lead-1/move`, { form, headers });
    expect([answer.status(), await answer.text()]).toEqual([
      409,
      expect.stringMatching(/Choose why it is lost[\s\S]*They bought a bicycle/),
    ]);
    await page.getByLabel('Why lost').selectOption('Spam');
    await press('Lost');
    await lead.said('moved from In Progress to Lost.');
    expect(await page.locator('.standing').innerText()).toContain('Lost: Spam');
  });

  it('is not asked for where there are no reasons', async () => {
    await using desk = await openDesk(() => ({ lostReasons: [] }));
    await desk.submit('lead-1');
    await using visit = await visitDesk(browser, desk, { role: 'sales' });
    await visit.go('/leads/lead-1');
    expect(await visit.page.getByLabel('Why lost').count()).toBe(0);
    await visit.page.getByRole('button', { name: 'Lost' }).click();
    await visit.page.locator('.said', { hasText: 'moved from In Progress to Lost.' }).waitFor();
  });
});

it('a viewer sees the timeline, the follow-up and the owner, and no forms', async () => {
  await using lead = await pageOfLead();
  const { desk } = lead;
  await desk.operator.noteLead({ leadId: 'lead-1', kind: 'note', text: 'Nice people', by });
  await desk.operator.followUp({ leadId: 'lead-1', at: new Date(desk.time.now + days(1)), by });
  await using visit = await visitDesk(browser, desk, { role: 'viewer' });
  await visit.go('/leads/lead-1');
  const text = await visit.page.innerText('main');
  for (const part of ['Nice people', 'Follow up', 'in 24 h', 'Owner', 'nobody', 'Is it there?'])
    expect(text).toContain(part);
  expect(await visit.page.locator('main form').count()).toBe(0);
});
