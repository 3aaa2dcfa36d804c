import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { visitDesk } from '../../../../support/desk-visit.ts';
import { days, minutes } from '../../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

const year = new Date().getUTCFullYear() + 1;

/** A day of March as the desk confirms it: `Wed 3 Mar`. */
const march = (day: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(year, 2, day))} ${day} Mar`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const by = 'Linus';

/** The page of a lead that was received twelve minutes ago, and what is kept of it. */
async function pageOfLead(options: { readonly javaScriptEnabled?: boolean } = {}) {
  const desk = await openDesk(undefined, zoneOf('America/New_York'));
  desk.time.now = Date.parse(`${year}-03-03T15:00:00Z`); // ten o'clock there
  await desk.submit('lead-1', { draft: { firstName: 'Ada', phone: '5550102030', notes: 'Is it there?' } });
  desk.time.now += minutes(12);
  const visit = await visitDesk(browser, desk, { role: 'sales', ...options });
  const { page } = visit;
  await visit.go('/leads/lead-1');
  return {
    ...{ desk, visit, page },
    async assignToMe() {
      await page.getByRole('button', { name: 'Take' }).click();
    },
    /** Logs it, with where the lead goes. */
    async move(to: string) {
      await page.getByLabel('Where to').selectOption({ value: to });
      await page.getByRole('button', { name: 'Log', exact: true }).click();
    },
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
    expect(await page.locator('.standing').innerText()).toMatch(/In Progress for 12 min\s+nobody’s/);
    expect(await page.locator('.top .clock').innerText()).toMatch(/48 min\s+left, came 10:00/);
    await page.getByLabel('No answer').check();
    await press('Log');
    await said('Written down: you got no answer.');
    desk.time.now += minutes(3);
    await page.getByLabel('Spoke').check();
    await text.fill('Comes on Saturday.\n<b>With</b> her brother.');
    await press('Log');
    await said('Written down: you reached the customer.');
    desk.time.now += minutes(1);
    await text.fill('38,900. Bring the keys');
    await lead.move('Quoted');
    await said('Ada moved from In Progress to Quoted.');
    desk.time.now += minutes(1);
    await desk.addPeople('Ada');
    await desk.operator.assignLead({ leadId: 'lead-1', to: 'Ada', by });
    await desk.operator.assignLead({ leadId: 'lead-1', to: 'Ada', by });
    await page.reload();
    expect(await timeline()).toEqual([
      expect.stringMatching(/Linus gave it to Ada\.$/),
      expect.stringMatching(/Quoted, Grace\.\s+38,900. Bring the keys$/),
      expect.stringMatching(
        /Grace spoke\.\s+first answer\s+Comes on Saturday\.\n<b>With<\/b> her brother\.\s+Strike/,
      ),
      expect.stringMatching(/Grace took it\.$/),
      expect.stringMatching(/Grace called, no answer\.\s+Strike/),
      expect.stringMatching(/In Progress, came from/),
    ]);
    expect(await page.locator('.standing').innerText()).toContain('Answered after 15 min');
    await desk.operator.eraseLead({ leadId: 'lead-1', by });
    await page.reload();
    expect((await timeline()).join()).not.toMatch(/Saturday|keys|38,900/);
    expect(lead.visit.amiss).toEqual([]);
  });

  it('is refused without a text or with too long a one, which stays; a text is not lost by anything else', async () => {
    await using lead = await pageOfLead();
    const { page, text, press, deal } = lead;
    await press('Log');
    expect(await page.getByRole('alert').innerText()).toBe('Write the note first, or choose what you did.');
    const long = 'é'.repeat(2_001);
    await page.getByLabel('Wrote').check();
    await text.fill(long);
    await press('Log');
    expect(await page.getByRole('alert').innerText()).toBe(
      'A note has 1 to 2000 characters: this one has 2001.',
    );
    expect([await text.inputValue(), await page.getByLabel('Wrote').isChecked()]).toEqual([long, true]);
    await text.fill('They call back');
    await lead.assignToMe();
    await lead.said('Ada is now assigned to Grace.');
    await expect.poll(() => text.inputValue()).toBe('They call back'); // as soon as the script runs
    expect((await deal()).activities).toEqual([]);
    await press('Log');
    await lead.said('Written down');
    await page.reload();
    expect([await text.inputValue(), (await deal()).activities.length]).toEqual(['', 1]);
  });

  it('a text that somebody began stays, whatever they do beside it, until the desk has taken it', async () => {
    await using lead = await pageOfLead();
    const { page, text, said } = lead;
    await text.fill('Wants to think');
    await lead.assignToMe();
    await said('is now assigned to');
    await lead.visit.go('/');
    await lead.visit.go('/leads/lead-1');
    await expect.poll(() => text.inputValue()).toBe('Wants to think');
    await text.fill('x'.repeat(2_001));
    await lead.move('Quoted');
    expect(await page.getByRole('alert').innerText()).toBe(
      'A reason has at most 2000 characters: this one has 2001.',
    );
    await text.fill('Wants to think');
    await lead.move('Lost');
    await page.getByLabel('Why lost').selectOption('Too expensive');
    await lead.press('Move Ada to Lost');
    await said('Ada moved from In Progress to Lost.');
    expect(await text.inputValue()).toBe('');
    expect((await lead.deal()).history.at(-1)).toMatchObject({
      reason: 'Wants to think',
      lostReason: 'price',
    });
  });

  it('leads to the next lead of the list that somebody came from, which says whose it was', async () => {
    await using lead = await pageOfLead();
    const { desk, page, text, press, said } = lead;
    await desk.submit('lead-2', { draft: { firstName: 'Bob', email: 'bob@example.com' } });
    await lead.visit.go('/?order=oldest');
    await page.getByRole('link', { name: 'Ada' }).first().click();
    await text.fill('Comes on Saturday');
    await page.getByLabel('Spoke').check();
    await page.getByLabel('Tomorrow 09:00').check();
    await press('Log');
    await said(`Ada: Written down: you reached the customer. It is yours now. Next: ${march(4)}, 09:00.`);
    expect(new URL(page.url()).pathname).toBe('/leads/lead-2');
    expect(await text.inputValue()).toBe('');
    await lead.move('Quoted');
    await said('Bob moved from In Progress to Quoted.');
    await page.getByRole('button', { name: /^Undo: .*Bob/ }).click();
    await said('1 lead moved back: \u2068Bob\u2069.');
    await lead.visit.go('/leads/lead-1');
    expect(await text.inputValue(), 'what was taken is no draft any more').toBe('');
  });

  it('a text that did not arrive is there when its lead is opened again', async () => {
    await using lead = await pageOfLead();
    const { page, text, press } = lead;
    await text.fill('Comes on Saturday');
    await page.route('**/log', (route) => route.abort());
    await press('Log');
    await page.waitForURL('chrome-error://**');
    await lead.visit.go('/leads/lead-1');
    await expect.poll(() => text.inputValue()).toBe('Comes on Saturday');
    await page.unroute('**/log');
    await press('Log');
    await lead.said('Written down');
    expect(await text.inputValue()).toBe('');
  });

  it('of a customer who was erased nothing is written down, also from a page that was open', async () => {
    await using lead = await pageOfLead();
    const { page, text, press, deal } = lead;
    await text.fill('Ada wants the red one');
    await lead.desk.operator.eraseLead({ leadId: 'lead-1', by });
    await press('Log');
    expect(await page.getByRole('alert').innerText()).toContain('data was erased');
    expect([await text.count(), await page.getByLabel('Wrote').count()]).toEqual([0, 0]);
    await lead.move('Quoted');
    await lead.said('moved from In Progress to Quoted.');
    expect(await deal()).toMatchObject({ status: 'Quoted', activities: [] });
  });

  it('what is written down together with a move is one answer, if it is one', async () => {
    await using lead = await pageOfLead();
    const marks = async () => (await lead.timeline()).map((each) => each.includes('first answer'));
    await lead.page.getByLabel('Spoke').check();
    await lead.move('Quoted');
    await lead.said('moved from In Progress to Quoted.');
    expect((await marks()).filter(Boolean)).toHaveLength(1);
    expect((await lead.timeline()).find((each) => each.includes('first answer'))).toContain('Grace spoke.');
  });

  it('a text whose session has ended is there again, with what was chosen', async () => {
    await using lead = await pageOfLead();
    const { page, text, press, desk } = lead;
    await page.getByLabel('Spoke').check();
    await text.fill('Comes on Saturday');
    await page.context().clearCookies();
    await press('Log');
    await page.getByText('your session has ended').waitFor();
    await page.goto(await desk.link('sales'));
    await press('Sign in');
    await lead.visit.go('/leads/lead-1');
    expect([await text.inputValue(), await page.getByLabel('Spoke').isChecked()]).toEqual([
      'Comes on Saturday',
      true,
    ]);
  });
});

describe('a follow-up', () => {
  const followUp = '.promised';

  it('is set by words on the clocks of the business, with what was done or alone, and kept by an answer', async () => {
    await using lead = await pageOfLead();
    const { desk, page, press, deal, said, text } = lead;
    const year = new Date(desk.time.now).getUTCFullYear();
    await page.keyboard.press('f');
    await page.keyboard.type('2pm');
    await page.keyboard.press('Enter');
    await said(`Ada: Next: ${march(3)}, 14:00.`);
    expect((await deal()).followUp?.at.toISOString()).toBe(`${year}-03-03T19:00:00.000Z`);
    expect(await page.innerText(followUp)).toMatch(/^Promised for 14:00 in 3 h 48 min, by Grace$/);
    await page.getByLabel('No answer').check();
    await press('Log');
    await said(`Ada: Written down: you got no answer. Still to follow up: ${march(3)}, 14:00, by Grace.`);
    await page.getByLabel('None').check();
    await press('Log');
    await said(`Ada: The follow-up of ${march(3)}, 14:00 is done.`);
    await page.getByLabel('3 days').check();
    await text.fill('Wants the blue one');
    await press('Log');
    await said(`Ada: Written down: you noted. Next: ${march(6)}, 09:00.`);
    expect(await page.innerText(followUp)).toContain('by Grace: Wants the blue one');
    for (const [given, why] of [
      ['whenever', /^Use tomorrow 10am, fri 3pm/],
      ['fri 3', /Write 3am or 3pm/],
      ['9:00', /^Today that is past\. Write tomorrow 09:00/],
    ] as const) {
      const when = page.getByLabel('Or when next');
      await when.fill(given);
      await press('Log');
      expect(await page.getByRole('alert').innerText()).toMatch(why);
      expect(await when.inputValue()).toBe(given);
    }
    desk.time.now += days(4);
    await lead.visit.go(await desk.link('sales').then((link) => link.slice(desk.origin.length)));
    await press('Sign in');
    await lead.visit.go('/leads/lead-1');
    expect(await page.locator('.top .clock').innerText()).toMatch(/\d+ [hd]\s+late since/);
    await page.getByLabel('Wrote').check();
    await press('Log');
    await said(`The follow-up of ${march(6)}, 09:00 is done.`);
    expect((await deal()).followUp).toBeUndefined();
    expect((await lead.timeline())[0]).toMatch(/Grace wrote\.[\s\S]*kept the follow-up, 6 Mar, 09:00/);
  });

  it('that a colleague has set meanwhile stays, and theirs ends only if one says so', async () => {
    await using lead = await pageOfLead();
    const { page, press, deal, desk } = lead;
    const at = new Date(desk.time.now + days(2));
    await desk.operator.followUp({ leadId: 'lead-1', at, by });
    await page.getByLabel('Tomorrow 09:00').check();
    await press('Log');
    expect(await page.getByRole('alert').innerText()).toContain('Meanwhile its follow-up was set');
    await lead.move('Won');
    expect(await page.getByRole('alert').innerText()).toContain('Linus has promised to follow up');
    expect((await deal()).followUp?.at).toEqual(at);
    await page.getByLabel('Where to').selectOption({ value: '' });
    await page.getByLabel('Ends now').check();
    await press('Log');
    await lead.said(`You ended the follow-up of Linus, ${march(5)}, 10:12.`);
    expect((await lead.timeline())[0]).toContain('ended the follow-up of Linus, 5 Mar, 10:12');
  });
});

describe('a lead that is lost', () => {
  it('says why, by keys alone', async () => {
    await using lead = await pageOfLead();
    const { page, deal, timeline } = lead;
    await page.keyboard.press('m');
    await page.keyboard.press('5');
    await page.keyboard.press('1');
    await lead.said('Ada moved from In Progress to Lost.');
    expect(await page.locator('.standing').innerText()).toContain('Lost: Too expensive');
    expect((await timeline())[0]).toMatch(/Lost: Too expensive, Grace/);
    expect((await deal()).history.at(-1)).toMatchObject({ status: 'Lost', lostReason: 'price' });
    expect(await page.getByLabel('Or when next').count()).toBe(0);
  });

  it('says why without scripts, too, with what was written', async () => {
    await using lead = await pageOfLead({ javaScriptEnabled: false });
    const { page, press, deal, text } = lead;
    await text.fill('They bought a bicycle');
    await lead.move('Lost');
    expect((await deal()).status).toBe('In Progress');
    await page.getByLabel('Why lost').selectOption('Spam');
    await press('Move Ada to Lost');
    await lead.said('Ada moved from In Progress to Lost.');
    expect(await page.locator('.standing').innerText()).toContain('Lost: Spam');
    expect((await deal()).history.at(-1)).toMatchObject({ reason: 'They bought a bicycle' });
  });

  it('is not asked for where there are no reasons', async () => {
    await using desk = await openDesk(() => ({ lostReasons: [] }));
    await desk.submit('lead-1');
    await using visit = await visitDesk(browser, desk, { role: 'sales' });
    await visit.go('/leads/lead-1');
    await visit.page.getByLabel('Where to').selectOption({ value: 'Lost' });
    await visit.page.getByRole('button', { name: 'Log', exact: true }).click();
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
  for (const part of ['Nice people', 'Promised for', 'in 24 h', 'Owner', 'nobody', 'Is it there?'])
    expect(text).toContain(part);
  expect(await visit.page.locator('main form').count()).toBe(0);
});
