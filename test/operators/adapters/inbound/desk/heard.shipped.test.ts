import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { signIn } from '../../../../support/desk-page.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function openDeskOfTwo() {
  const desk = await openDesk();
  await desk.addPeople('Grace', 'Linus');
  for (const firstName of ['Bob', 'Ada'])
    await desk.submit(firstName, {
      draft: {
        firstName,
        phone: firstName === 'Ada' ? '5550000001' : '5550000002',
        email: `${firstName}@a.example`,
      },
    });
  return desk;
}

interface Heard {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly is: Readonly<Record<string, unknown>>;
}

/** The nodes that Chromium tells assistive programs of. */
async function treeOf(page: Page): Promise<readonly Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      is: Object.fromEntries(properties.map((each) => [each.name, each.value.value])),
    }));
}

const focused = async (page: Page) => (await treeOf(page)).findLast(({ is }) => is.focused);
const live = (page: Page) => page.locator('[data-live]');

it('what a change answers has the focus, with its words and the way back as its name', async () => {
  await using desk = await openDeskOfTwo();
  for (const javaScriptEnabled of [true, false]) {
    const page = await signIn(browser, desk, { javaScriptEnabled });
    await page.goto('/leads/Ada');
    await page.getByRole('button', { name: javaScriptEnabled ? 'Take' : 'Give', exact: true }).waitFor();
    await page.getByLabel('Give to').selectOption(javaScriptEnabled ? 'Linus' : 'nobody');
    await page.getByRole('button', { name: 'Give', exact: true }).click();
    await page.locator('.said').waitFor();
    const name = javaScriptEnabled ? 'Ada is now assigned to Linus. Undo' : 'Ada is now nobody’s. Undo';
    await expect.poll(() => focused(page)).toMatchObject({ role: 'group', name });
  }
});

it('a refusal and a question are heard first, too', async () => {
  await using desk = await openDeskOfTwo();
  const page = await signIn(browser, desk);
  await page.locator('[data-all]').check();
  await page.getByRole('button', { name: 'Won' }).click();
  await page.waitForURL('**/leads/change**');
  await expect.poll(() => focused(page)).toMatchObject({ role: 'group', name: 'Move 2 leads to Won?' });
  await page.goto('/leads/Ada');
  await page.getByRole('button', { name: 'Log' }).click();
  await expect.poll(() => focused(page)).toMatchObject({ role: 'alert' });
});

it('one live place is there and empty; it says what is selected, what m waits for, and what is new', async () => {
  await using desk = await openDeskOfTwo();
  const page = await signIn(browser, desk);
  const places = (await treeOf(page)).filter(({ is }) => is.live && is.live !== 'off');
  expect([places.length, await live(page).textContent()]).toEqual([1, '']);
  await page.locator('[data-keys]').waitFor(); // the script is there
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  expect(await live(page).locator('p').allTextContents()).toEqual(['selected, 1 lead', 'selected, 2 leads']);
  await page.keyboard.press('x');
  await page.keyboard.press('m');
  expect(await live(page).locator('p').allTextContents()).toEqual([
    ...['selected, 1 lead', 'selected, 2 leads', 'not selected, 1 lead'],
    'move to, 1 to 5: 1 In Progress, 2 Quoted, 3 Evaluation Scheduled, 4 Won, 5 Lost',
  ]);
  await page.keyboard.press('Escape');
  await page.clock.install();
  await page.goto('/leads/Ada');
  const { link } = await desk.access.makeLink({ name: 'Linus', role: 'sales', by: 'test' });
  const { text } = await desk.access.openLink(link);
  await fetch(`${desk.origin}/new-leads?lead=Ada&opened=${desk.time.now}`, {
    headers: { cookie: `desk=${text}` },
  });
  desk.time.now += minutes(0.1);
  await desk.operator.noteLead({ leadId: 'Ada', kind: 'note', text: 'Hello', by: 'Linus' });
  await page.clock.runFor(10_000);
  const told = ['Linus is here', 'Somebody has changed this lead meanwhile: see how it is now'];
  await expect.poll(() => live(page).locator('p').allTextContents()).toEqual(told);
  await page.clock.runFor(6_000);
  expect(await live(page).textContent()).toBe(''); // whoever reads on has them once
  await page.clock.runFor(20_000);
  expect(await live(page).textContent()).toBe('');
});

it('no field is wrong before it was refused', async () => {
  await using desk = await openDeskOfTwo();
  const page = await signIn(browser, desk);
  await page.goto('/leads/Ada');
  const field = page.getByLabel('Give to');
  const look = () => field.evaluate((each) => [each.matches(':invalid'), each.getAttribute('aria-invalid')]);
  expect(await look()).toEqual([false, 'false']);
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  expect(await look()).toEqual([true, 'true']);
  await field.selectOption('Linus');
  expect(await look()).toEqual([false, 'false']);
});

it('each outcome has its meaning as a description, which all see once it is chosen', async () => {
  await using desk = await openDeskOfTwo();
  const page = await signIn(browser, desk);
  await page.goto('/leads/Ada');
  const radios = (await treeOf(page)).filter(
    ({ role, description }) => role === 'radio' && description !== '',
  );
  expect(radios.map(({ name, description }) => `${name}: ${description}`)).toEqual([
    'No answer: You called, and nobody answered: a promise stays.',
    'Spoke: You spoke with the customer: that is an answer, and your promise is kept.',
    'Wrote: You wrote to the customer: that is an answer, and your promise is kept.',
    'Note: For colleagues and for later; no vendor sees it.',
  ]);
  expect(await page.innerText('.hints')).toBe('For colleagues and for later; no vendor sees it.');
  await page.getByLabel('No answer').check();
  expect(await page.innerText('.hints')).toBe('You called, and nobody answered: a promise stays.');
});
