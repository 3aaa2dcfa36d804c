import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDesk } from '../support/desk.ts';
import { minutes } from '../support/in-memory-operator.ts';

/**
 * `node test/deep/text-browsers.ts [NAME]`: a day's work at the desk in browsers of Debian that have no scripts, no styles,
 * and send no Origin, each in a terminal of tmux. Run with w3m 0.5.3, Lynx 2.9.0dev.12 and Links 2.28.
 */

/** The socket of tmux; each browser has a server of its own. */
let socket = '';
const tmux = (...args: string[]): string =>
  spawnSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' }).stdout;
const screen = (): string => tmux('capture-pane', '-p', '-t', 'desk');

/** Resolves to what the terminal shows, as soon as it shows this. */
async function shows(wanted: RegExp): Promise<string> {
  for (let n = 0; n < 100; n += 1) {
    const shown = screen();
    if (wanted.test(shown)) return shown;
    await delay(100);
  }
  throw new Error(`The terminal does not show ${wanted}:\n${screen().replace(/\n{2,}/g, '\n')}`);
}

/** Presses keys by their names in tmux. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    tmux('send-keys', '-t', 'desk', key);
    await delay(200);
  }
}

async function type(text: string): Promise<void> {
  tmux('send-keys', '-t', 'desk', '-l', text);
  await delay(200);
}

interface Browser {
  readonly name: string;
  /** How it is started; its home is a folder of its own. */
  readonly command: string;
  readonly ready?: () => Promise<void>;
  readonly open: (url: string) => Promise<void>;
  /** Goes to the button, link, box or field with these words, and presses it. */
  readonly push: (words: string) => Promise<void>;
  /** Goes to the field for what was said or done, and writes. */
  readonly write: (text: string, folder: string) => Promise<void>;
}

/** Goes to a place by the number that the browser gives it, before its words. */
const byNumber = (act: (number: string) => Promise<void>) => async (words: string) => {
  const place = new RegExp(`\\[(\\d+)\\](?:BUTTON\\) |[[(][ *X][\\])] |\\S+\\) |\\[(?:\\(1\\)__)?)?${words}`);
  const [, number = ''] = place.exec(await shows(place)) ?? [];
  await act(number);
};
const [lynxTo, linksTo] = [
  byNumber(async (number) => {
    await press(...number, 'g', 'Enter', 'Enter');
  }),
  byNumber(async (number) => {
    await press(...number, 'Enter');
  }),
];

const browsers: readonly Browser[] = [
  {
    name: 'w3m',
    command: 'EDITOR="cp $HOME/text" w3m -cookie -o confirm_qq=0',
    async open(url) {
      await press('U', 'C-u');
      await type(url);
      await press('Enter');
    },
    async push(words) {
      await shows(new RegExp(words));
      const isBox = words === 'Spoke';
      await press('g', '/');
      await type(isBox ? `. . ${words}` : words);
      await press('Enter', ...(isBox ? ['Right'] : []), 'Enter');
    },
    async write(text, folder) {
      writeFileSync(join(folder, 'text'), text);
      await press('g', '/');
      await type('Save');
      await press('Enter', 'Tab', 'Enter');
    },
  },
  {
    name: 'lynx',
    // It keeps back the Referer of an address with a query, unless it is told otherwise.
    command: [
      'echo keypad_mode=LINKS_AND_FORM_FIELDS_ARE_NUMBERED >$HOME/.lynxrc',
      'echo REFERER_WITH_QUERY:PARTIAL | cat /etc/lynx/lynx.cfg - >$HOME/lynx.cfg',
      'lynx -cfg=$HOME/lynx.cfg -nopause -accept_all_cookies',
    ].join('; '),
    async open(url) {
      await press('g');
      await type(url);
      await press('Enter');
    },
    push: lynxTo,
    async write(text) {
      await lynxTo('_{40}'); // the search has a shorter one
      await press('C-u');
      await type(text);
      await press('Tab');
    },
  },
  {
    name: 'links',
    command: 'links -html-numbered-links 1',
    ready: () => press('Enter'), // its greeting
    async open(url) {
      await press('g');
      await type(url);
      await press('Enter');
    },
    async push(words) {
      await press('Home'); // an address with a place in the page begins there
      await linksTo(words);
    },
    async write(text) {
      await linksTo('\\s+_{20}');
      await type(text);
      await press('Down'); // within the field, digits are text
    },
  },
];

async function workDay({ command, ready, open, push, write }: Browser, folder: string): Promise<void> {
  await using desk = await openDesk();
  await desk.addPeople('Grace');
  for (const id of ['ada', 'bob']) await desk.submit(id, { draft: { firstName: id, phone: '2125550144' } });
  const dealOf = async (leadId: string) => (await desk.operator.showLead({ leadId, by: 'test' })).deal;
  tmux(
    'new-session',
    '-d',
    '-s',
    'desk',
    '-x',
    '120',
    '-y',
    '400',
    `export HOME=${folder}; ${command} ${await desk.link('sales')}`,
  );
  await shows(/signs you in as/);
  await ready?.();
  await push('Sign in');
  await shows(/My day[\s\S]*Call back/);

  await open(`${desk.origin}/leads/ada?all`);
  await shows(/Where to/);
  await write('Rang at ten', folder);
  await push('Spoke');
  await push('Log');
  await shows(/Written down: you reached/);
  const { activities, owner } = await dealOf('ada');
  assert.deepEqual(
    activities.map(({ kind, text }) => [kind, text]),
    [['reached', 'Rang at ten']],
  );
  assert.ok(owner, 'Whoever answers has it.');

  desk.time.now += minutes(1);
  await push('Strike');
  await shows(/Struck/);
  assert.ok((await dealOf('ada')).activities[0]?.struck);

  desk.time.now += minutes(1);
  await push('Stays In Progress');
  await press('Down', 'Enter');
  await push('Log');
  await shows(/moved from In Progress to Quoted/);
  assert.equal((await dealOf('ada')).status, 'Quoted');
  desk.time.now += minutes(1);
  await push('Undo');
  await shows(/moved back/);
  assert.equal((await dealOf('ada')).status, 'In Progress');

  await push('Sign out');
  await shows(/You are signed out/);
}

for (const browser of browsers) {
  const { name } = browser;
  if (process.argv[2] && process.argv[2] !== name) continue;
  if ([name, 'tmux'].some((each) => spawnSync('which', [each]).status !== 0)) {
    console.log(`PASSED OVER: ${name} (it or tmux is not here)`);
    continue;
  }
  await using folder = await mkdtempDisposable(join(tmpdir(), `${name}-`));
  socket = `${name}-${process.pid}`;
  try {
    await workDay(browser, folder.path);
    console.log(`works: ${name}`);
  } catch (error) {
    console.log(`FAILED: ${name}:`, error);
    process.exitCode = 1;
  } finally {
    tmux('kill-server');
  }
}
