import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { openDesk } from '../support/desk.ts';
import { minutes } from '../support/in-memory-operator.ts';
import { keys, openFirefox } from './ears/firefox.ts';
import { startOrca } from './ears/orca.ts';
import { treeOf } from './ears/tree.ts';

/**
 * `node test/deep/ears.ts`: what Firefox tells assistive programs of the desk's main pages, and what Orca says after
 * what people do. Needs Debian's at-spi2-core, firefox-esr, gir1.2-atspi-2.0, orca, python3-gi, xdotool and xvfb.
 */
if (!process.env.EARS) {
  const screen = ['-a', '-s', '-screen 0 1280x900x24', 'dbus-run-session', '--'];
  const program = [...screen, process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync('xvfb-run', program, { stdio: 'inherit', env: { ...process.env, EARS: '1' } });
  process.exit(status ?? 1);
}

await using desk = await openDesk();
const { operator, time } = desk;
await desk.addPeople('Grace', 'Linus');
const submit = (firstName: string, phone: string, notes: string) =>
  desk.submit(firstName.toLowerCase(), {
    draft: {
      firstName,
      notes,
      phone,
      email: `${firstName}@example.com`,
      dealType: 'service',
      vendorName: 'Acme',
    },
  });
const now = time.now;
for (const [ago, firstName, phone, notes] of [
  [50, 'Bob', '2125550141', 'A van for six.'],
  [40, 'Ada', '2125550142', 'The brakes squeak.'],
  [30, 'Zoe', '2125550143', 'Winter tyres.'],
  [20, 'Tim', '2125550144', 'A roof box.'],
] as const) {
  time.now = now - minutes(ago);
  await submit(firstName, phone, notes);
}
time.now = now;
const { contactId } = (await operator.showLead({ leadId: 'ada', by: 'test' })).deal;

await using firefox = await openFirefox();
await using orca = await startOrca();
const go = (path: string) => firefox.go(desk.origin + path);
const focus = (selector: string) =>
  firefox.see(`document.querySelector(${JSON.stringify(selector)}).focus()`);
/** Strikes keys of the keyboard, which Orca hears, too. */
const strike = async (...names: string[]) => execFileSync('xdotool', ['key', '--delay', '50', ...names]);

await firefox.go(await desk.link('admin', 'Grace'));
await strike('F6'); // from the address to the page
await firefox.see('document.querySelector("form button").click()');
await orca.words();
assert.deepEqual(await firefox.see('[document.title, document.hasFocus()]'), ['Inbox · Leads', true]);

const hasName = /^(push button|link|check box|radio button|entry|combo box|editable combo box)$/;
for (const path of [
  '/day',
  '/',
  '/leads/ada',
  '/leads/add',
  `/contacts/${contactId}`,
  '/report',
  '/vendors',
]) {
  await go(path);
  await orca.words(500);
  const tree = treeOf(firefox.pid);
  const wrong = tree.flatMap((node, at) => {
    const { role, name, says, text, states, live, depth } = node;
    const siblings = tree.slice(
      tree.findLastIndex((each, place) => place < at && each.depth < depth) + 1,
      at,
    );
    const isDefinition = siblings.some((each) => each.role === 'description term'); // named by its text, in Firefox
    const isNameOfText = /^(paragraph|section)$/.test(role) && name !== '' && text !== '' && !isDefinition;
    const isSaidTwice = isNameOfText || (says !== '' && says === name);
    return [
      role === 'status bar' && 'a status bar, of which Orca says that word in place of its own',
      states.includes('invalid-entry') && 'wrong before anybody has written',
      isSaidTwice && 'said twice',
      hasName.test(role) && name === '' && 'without a name',
      /button|link/.test(role) && /\d{7}/.test(name) && 'a number as digits',
      live !== '' && text !== '' && 'live, and not empty',
    ].flatMap((why) => (why ? [`${path}: ${role} "${name || text}": ${why}`] : []));
  });
  assert.deepEqual(wrong, []);
  assert.equal(tree.filter(({ live }) => live === 'polite').length, 1, `${path}: one live place`);
  if (path !== '/leads/ada') continue;
  const outcomes = tree
    .filter(({ role, says }) => role === 'radio button' && says !== '')
    .map(({ name }) => name);
  assert.deepEqual(outcomes, ['No answer', 'Spoke', 'Wrote', 'Note']);
}
console.log('The trees of seven pages are right.');

interface Act {
  readonly what: string;
  /** What Orca 43.1 said before the desk told anything to who listens. */
  readonly before: string;
  /** What it has to say, before it tells how many landmarks the page has. */
  readonly says: string;
  /** Goes where the act is done. */
  readonly at?: () => Promise<unknown>;
  readonly act: () => Promise<unknown>;
  /** Whether it is told when the page next asks for news. */
  readonly isNews?: true;
}

const acts: readonly Act[] = [
  {
    what: 'x, j, x',
    before: 'Zoe link',
    says: 'selected, 2 leads',
    at: () => go('/').then(() => firefox.press('j')),
    act: () => firefox.press('x', 'j', 'x'),
  },
  {
    what: 'm',
    before: '',
    says: 'move to, 1 to 5: 1 In Progress, 2 Quoted, 3 Evaluation Scheduled, 4 Won, 5 Lost',
    act: () => firefox.press('m'),
  },
  {
    what: '2: two leads are quoted',
    before: 'Inbox · Leads. table with 5 rows. Zoe link',
    says: '2 leads moved to Quoted: Tim, Zoe. Undo panel.',
    act: () => firefox.press('2'),
  },
  {
    what: 'Undo',
    before: 'Inbox · Leads',
    says: '2 leads moved back: Zoe, Tim. panel.',
    at: () => focus('.undo button'),
    act: () => strike('Return'),
  },
  {
    what: 'a new lead, at the inbox',
    before: '',
    says: '1 new lead: show it',
    act: async () => {
      time.now += minutes(1);
      await submit('Nell', '2125550145', 'Oranges.');
    },
    isNews: true,
  },
  {
    what: 'a new lead, on My day',
    before: '',
    says: '1 new lead: show it',
    at: () => {
      time.now += minutes(1);
      return go('/day');
    },
    act: async () => {
      time.now += minutes(1);
      await submit('Nan', '2125550146', 'A camera.');
    },
    isNews: true,
  },
  {
    what: 'a colleague opens the lead, too',
    before: 'Linus is here',
    says: 'Linus is here',
    at: () => go('/leads/ada'),
    act: async () => {
      const { link } = await desk.access.makeLink({ name: 'Linus', role: 'sales', by: 'test' });
      const { text } = await desk.access.openLink(link);
      const headers = { cookie: `desk=${text}`, accept: 'application/json' };
      await fetch(`${desk.origin}/new-leads?lead=ada&opened=${time.now}`, { headers });
    },
    isNews: true,
  },
  {
    what: 'a colleague changes the open lead',
    before: '',
    says: 'Somebody has changed this lead meanwhile: see how it is now',
    act: async () => {
      time.now += minutes(1);
      await operator.followUp({ leadId: 'ada', at: new Date(time.now + minutes(600)), by: 'Linus' });
    },
    isNews: true,
  },
  {
    what: 'm, 2 on a lead',
    before: 'Ada · Leads',
    says: 'Zoe moved from In Progress to Quoted. It is yours now. Undo panel.',
    at: () => go('/leads/zoe').then(() => firefox.press('m')),
    act: () => firefox.press('2'),
  },
  {
    what: 'an outcome',
    before: 'Spoke. selected radio button',
    says: 'You spoke with the customer: that is an answer, and your promise is kept.',
    at: () => go('/leads/zoe').then(() => focus('input[name=kind][value=no-answer]')),
    act: () => firefox.press(keys.Down),
  },
  {
    what: 'a time that is asked back',
    before: 'alert. Is 3 in the morning or in the afternoon? Write 3am or 3pm.',
    says: 'Is 3 in the morning or in the afternoon? Write 3am or 3pm.',
    at: () => focus('input[name=at]').then(() => firefox.press(...'friday 3')),
    act: () => strike('Return'),
  },
  {
    what: 'Copy',
    before: '',
    says: 'Copied (212) 555-0143',
    at: () => focus('[data-copy]'),
    act: () => strike('Return'),
  },
  {
    what: 'Give',
    before: 'Zoe · Leads',
    says: 'Zoe is now assigned to Linus. Undo panel.',
    at: () => focus('[name=owner][aria-label]').then(() => firefox.press('L', keys.Tab)),
    act: () => strike('Return'),
  },
  {
    what: 'Add a lead is opened',
    before: 'invalid entry. First name (required) entry required. invalid entry.',
    says: 'First name entry required.',
    act: () => go('/leads/add'),
  },
  {
    what: 'Add, with a phone of two digits',
    before: 'alert. Not added yet: see the marked fields.',
    says: 'Not added yet: see Phone.',
    at: () =>
      firefox.press(
        ...'Mia',
        keys.Tab,
        keys.Tab,
        ...'12',
        keys.Tab,
        keys.Tab,
        's',
        keys.Tab,
        'A',
        keys.Tab,
        keys.Tab,
      ),
    act: () => strike('Return'),
  },
  {
    what: 'Add',
    before: 'Mia · Leads',
    says: 'Added Mia. The lead is yours. Undo panel.',
    at: () =>
      firefox.see('document.querySelector("#phone").select()').then(() => firefox.press(...'2125550147')),
    act: () => strike('Return'),
  },
];

const wrong: string[] = [];
for (const { what, before, says, at, act, isNews } of acts) {
  if (at) {
    await at();
    await orca.words();
  }
  await act();
  const said = (await orca.words(isNews ? 12_500 : 2_500)).join(' ');
  const [first = ''] = said.split('Finished loading'); // after it come the page's title and numbers
  console.log(`${what}\n  before: ${before || '(nothing)'}\n  now:    ${said || '(nothing)'}`);
  if (!first.includes(says)) wrong.push(`${what}: not “${says}”, but “${said}”`);
  if (/status ?bar|invalid entry/.test(said)) wrong.push(`${what}: ${said}`);
}
assert.deepEqual(wrong, []);
