import type { UseCase } from '#operators/application/operator-as.ts';
import { dateText, hourText } from '../presentation/time-words.ts';
import { withTokens } from './answered-once.ts';
import { assets } from './assets.ts';
import type { DeskContext, DeskState } from './desk-state.ts';
import { troublePart } from './hook-trouble.ts';
import { type Html, heardFirst, html, type TimeWriter } from './html.ts';
import { searchForm } from './search-form.ts';
import { inUtc, timesIn } from './times.ts';
import { keepUndo, undoForm } from './undo.ts';

type Place = readonly [path: string, name: string, needs: UseCase];

/** The desk's places: address, name and the use case that each needs. */
const places: readonly Place[] = [
  ['/day', 'My day', 'readDay'],
  ['/', 'Inbox', 'listLeads'],
  ['/report', 'Report', 'reportLeads'],
  ['/vendors', 'Settings', 'vendorActivity'],
];

/** The places below Settings, the last of `places`. */
const settings: readonly Place[] = [
  ['/vendors', 'Vendors', 'vendorActivity'],
  ['/hooks', 'Webhooks', 'listHooks'],
  ['/people', 'People', 'listPeople'],
  ['/people/programs', 'Programs', 'listTokens'],
  ['/audit', 'Audit', 'readAudit'],
];

/** Answers with a page in the desk's frame. */
export function showPage(ctx: DeskContext, title: string, content: Html, head?: Html): void {
  const { session, may, now, zone, version, name, host, trouble, concern } = ctx.state;
  const setting = settings.findLast(([path]) => isIn(ctx.path, path))?.[0];
  const place = setting === undefined ? placeOf(ctx) : '/vendors';
  rememberList(ctx);
  const links = (of: readonly Place[], present: string | undefined) =>
    of
      .filter(([, , needs]) => may(needs))
      .map(
        ([path, name]) =>
          html`<a href="${path}" ${path === present && html`aria-current="page"`}>${name}</a> `,
      );
  answerHtml(
    ctx,
    document(
      title,
      html`<header class="bar" data-person="${session.person}">
  <a class="skip" href="#content">Skip to the content</a>
  <nav aria-label="Desk">${links(places, place)}</nav>
  ${may('listLeads') && findForm(ctx)}
  ${mePart(ctx)}
</header>
<main id="content">
${setting !== undefined && may('vendorActivity') && html`<nav class="settings" aria-label="Settings">${links(settings, setting)}</nav>`}
${answerPart(ctx)}
${troublePart(trouble)}
${setting !== undefined && concern !== undefined && html`<p class="warning">${concern}</p>`}
<p class="on-paper aside">${name ?? host}</p>
${content}
</main>
<footer class="aside">Times in ${zone.name} · Version ${version}<span class="on-paper"> · As of
${dateText(now, zone)}, ${hourText(now, zone)}</span><span data-keys hidden> · <kbd>?</kbd> shortcuts</span></footer>
${live}
${keys}`,
      head,
      { name, host },
    ),
    timesIn(zone, now),
  );
}

/** Tells what the last change did, with the form that undoes it. */
function answerPart(ctx: DeskContext): Html | false {
  const { said, undo, may } = ctx.state;
  const back = undo && may('undoChanges') && undoForm(undo, ctx.method === 'GET' ? ctx.url : '/');
  if (said === undefined && !back) return false;
  const told = said !== undefined && html`<p class="said" id="said">${said}</p>`;
  return html`<div class="answer" role="group" aria-labelledby="${told ? 'said' : 'progress'} undo" ${heardFirst}>${told}${back}</div>`;
}

/** The head of a page that answers a form. */
export const answerHead = (title: Html | string, more?: Html): Html =>
  html`<div class="head" role="group" aria-labelledby="head" ${heardFirst}><h1 id="head">${title}</h1>${more}</div>`;

/** The name of the person who is signed in, and the way to sign out. */
const mePart = ({ state: { session, may } }: DeskContext): Html =>
  html`<details class="me"><summary><span class="initials" aria-hidden="true">${initialsOf(session.name)}</span> <span
 class="full-name">${session.name}</span></summary><div>
<p class="aside">${session.role}${session.isOwn && html`; this device is yours until ${timeOf(session.expires)}`}</p>
${may('readOwnWork') && html`<a href="/work">What I did</a>`}
<form method="post" action="/sign-out"><button>Sign out</button></form></div></details>`;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map(([first = '']) => first)
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('');

/** The search box of every page. */
const findForm = ({ path, query: { q } }: DeskContext): Html =>
  searchForm({
    action: '/',
    value: path === '/' && q !== undefined ? String(q) : undefined,
    label: 'Find a lead',
    placeholder: 'Phone, name, vehicle or id',
    shortcut: '/',
  });

/** The place in which scripts tell who listens what has changed: always there, and empty until then. */
const live = html`<div class="unseen" aria-live="polite" data-live></div>`;

const keys = html`<dialog id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Shortcuts</h2>
<dl class="facts">
<dt><kbd>/</kbd></dt><dd>find</dd>
<dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next row, row before; of a lead, the next and the one before</dd>
<dt><kbd>Enter</kbd></dt><dd>open the row</dd>
<dt><kbd>x</kbd></dt><dd>select the row; with Shift, a click selects all rows between</dd>
<dt><kbd>m</kbd> <kbd>1</kbd>–<kbd>5</kbd></dt><dd>move the lead, or the selected leads</dd>
<dt><kbd>n</kbd></dt><dd>write something down about the lead; <kbd>Ctrl</kbd> <kbd>Enter</kbd> logs it</dd>
<dt><kbd>f</kbd></dt><dd>say when to follow the lead up</dd>
<dt><kbd>Esc</kbd></dt><dd>leave a field</dd>
<dt><kbd>?</kbd></dt><dd>these shortcuts</dd>
</dl>
<form method="dialog"><button>Close</button></form>
</dialog>`;

/** The place that the menu marks. A lead belongs to the list from which somebody came: My day, or the inbox. */
function placeOf({ path, cookies }: DeskContext): string | undefined {
  const isLead = path.startsWith('/leads/') && path !== '/leads/move';
  if (path === '/work' || (isLead && cookies.get('list') === '/day')) return '/day';
  return places.findLast(([each]) => isIn(path, each))?.[0];
}

/** Keeps in a cookie which list somebody looks at, for the leads that they open from there. */
function rememberList({ path, cookies }: DeskContext): void {
  if (path === '/day' || path === '/') cookies.set('list', path, { sameSite: 'strict' });
}

const isIn = (path: string, place: string): boolean =>
  place === '/' ? path === '/' || path.startsWith('/leads') : path.startsWith(place);

/** The styles, in the order in which later ones stand above earlier ones. */
const styles = [...assets.keys()].filter((name) => name.endsWith('.css'));

/** A whole document, also for people who have not signed in; with the desk's host, each printed sheet says whose it is. */
export const document = (
  title: string,
  body: Html,
  head?: Html,
  { name, host }: Partial<Pick<DeskState, 'name' | 'host'>> = {},
): Html => html`<!doctype html>
<html lang="en" ${host !== undefined && html`data-paper="${name ?? host} · ${title.replace(/^\(.*? due\) /, '')}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${name ?? 'Leads'}</title>
${styles.map((name) => html`<link rel="stylesheet" href="/${name}">\n`)}<script type="module" src="/desk.js"></script>${head}
</head>
<body>
${body}
</body>
</html>
`;

export function answerHtml(
  ctx: Pick<DeskContext, 'type' | 'body'>,
  page: Html,
  write: TimeWriter = inUtc,
): void {
  ctx.type = 'html';
  ctx.body = withTokens(page.textWith(write));
}

/** Redirects to a page that reports what was done, and how to undo it. */
export function goTo(ctx: DeskContext, path: string, said?: string): void {
  if (said !== undefined)
    ctx.cookies.set('said', encodeURIComponent(said), { maxAge: 60_000, sameSite: 'strict' });
  keepUndo(ctx);
  ctx.status = 303;
  ctx.set('location', /^Links /.test(ctx.get('user-agent')) ? anew(path, ctx.state.now) : path);
  ctx.body = '';
}

/** The path as an address that was not shown before: Links shows an earlier one as it was, whatever it is told. */
function anew(path: string, now: Date): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://desk');
  searchParams.set('at', `${now.getTime()}`);
  return `${pathname}?${searchParams}${hash}`;
}

/** A time, which the page writes by the clocks of the business. */
export const timeOf = (time: Date): Html => html`${time}`;
