import { expect, it } from 'vitest';
import { Visitor } from '../../../../support/visitor.ts';
import { plantedDesk } from './inert.walk.ts';

/** Leaves an attribute in either quotes and every element that holds text alone. In a browser: `inert.shipped.test.ts`. */
const text = `"'></title></textarea></script><img src=x onerror=alert(1)><b class="planted">&lt;b&gt; {{7*7}} <!--`;

/** What stands in a page only where the text has become a part of it. */
const planted = /"(?:'|&#39;)(?:>|&#62;)|(?:"|&#34;)'(?:>|&#62;)|<img|<b class="?planted|<!--/;

it('hostile text in every field that others write is text on every page', async () => {
  await using desk = await plantedDesk(text);
  const grace = await Visitor.come();
  await grace.goto(await desk.link());
  await grace.press('Sign in');
  const expectInert = () =>
    expect([grace.url, planted.exec(grace.html)?.[0]]).toEqual([grace.url, undefined]);
  let shown = 0;
  for (const path of desk.paths) {
    await grace.goto(path);
    expectInert();
    expect([path, grace.html]).toEqual([path, expect.stringContaining('· Leads</title>')]);
    if (grace.text.includes(text)) shown += 1;
  }
  expect(shown).toBeGreaterThan(25); // the text is there

  // What is sent back is text, too.
  await desk.operator.assignLead({ leadId: 'lead-2', to: desk.vendorName, by: 'test' });
  const sendBack = async (
    path: string,
    button: string,
    values: Readonly<Record<string, string>>,
    says: RegExp,
  ) => {
    await grace.goto(path);
    await grace.press(button, values);
    expect(grace.html).toMatch(says);
    expectInert();
  };
  await sendBack(desk.leadPath, 'Give', { to: text }, /role="alert"|class="said/);
  await sendBack('/leads/move', 'Move', { rows: `${text},Won\n${text}` }, /role="alert"/);
  await sendBack(desk.contactPath, 'Save', { email: text }, /role="alert"/);
  await sendBack('/', '5 Lost', { lead: `lead ${text}` }, /to Lost\?/);
  await grace.press(`Move ${text} ${text} to Lost`, { lostReason: 'price' });
  expect(grace.html).toContain('refusals">');
  expectInert();
  await sendBack('/vendors', 'Add', { name: text }, /role="alert"|class="said/);
  await sendBack('/hooks', 'Add', { url: text }, /Secret for/);
  await sendBack(desk.vendorPath, 'Issue', {}, /class="secret"/);
  expect(desk.faults).toEqual([]);
});
