import type { OpenSession, PersonAtDesk } from '#operators/application/ports/inbound/people-use-cases.ts';
import { dayText } from '../../presentation/time-words.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';

/** Whether a person is signed in, and on what; sessions other than the one that looks can be ended. */
export function devicesPart(ctx: DeskContext, person: PersonAtDesk): Html {
  const { devices, seen } = person;
  if (devices.length === 0)
    return seen ? html`<p>last signed in ${timeOf(seen)}</p>` : html`<p>never here</p>`;
  const isSelf = devices.some(({ id }) => id === ctx.state.session.id);
  return html`<p class="now">signed in</p>
${devices.map((session) => deviceLine(ctx, person, session))}
${devices.length > 1 && !isSelf && html`<div class="aside">${allForm(person, 'End all')}</div>`}`;
}

/** A session in words, such as `a telephone, since Mon 9:00, their own until 2 Dec`. */
function deviceLine({ state }: DeskContext, person: PersonAtDesk, session: OpenSession): Html {
  const { device, since, isOwn, expires } = session;
  const isThis = session.id === state.session.id;
  return html`<div class="aside">${isThis ? 'this' : 'a'} ${device ?? 'browser'}${since && html`, since ${timeOf(since)}`}${
    isOwn && html`, ${isThis ? 'your' : 'their'} own until ${dayText(expires, state.zone)}`
  } ${!isThis && endForm(person, session)}</div>`;
}

/** Ends a session; an only one together with all links. */
function endForm(person: PersonAtDesk, { id: session, device }: OpenSession): Html {
  const { id, name, devices } = person;
  if (devices.length === 1) return allForm(person, 'End');
  return html`<form method="post" action="/people/${id}/end-one"><input type="hidden" name="only" value="${session}"><button
 class="quiet">End<span class="unseen"> the session of ${name} on a ${device ?? 'browser'}</span></button></form>`;
}

const allForm = ({ id, name }: PersonAtDesk, button: string): Html =>
  html`<form method="post" action="/people/${id}/end"><button class="quiet">${button}<span
 class="unseen"> sessions of ${name}</span></button></form>`;
