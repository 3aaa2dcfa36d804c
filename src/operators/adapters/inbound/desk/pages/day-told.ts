import { TOLD_MS } from '#operators/application/leads/given-leads.ts';
import type { GivenLeads, LeadDay } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { authorName, personName } from '#operators/domain/work/person.ts';
import { isFinal } from '../../../../../domain/lead-status.ts';
import { GIVEN } from '../../presentation/answers.ts';
import { leadPath, listPath } from '../../presentation/desk-paths.ts';
import { leadName } from '../../presentation/lead-words.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { timesIn } from '../times.ts';
import type { Looking } from './follow-up.ts';

type ToldLooking = Looking & { readonly zone: TimeZone };

/**
 * News for a person: leads that others gave them, and follow-ups that others ended or moved, until they open the
 * lead, or the list of many.
 */
export function forYouPart({ given, taken }: LeadDay, looking: ToldLooking): Html | false {
  const told = [
    ...given.map((each) => ({ at: each.at, item: givenItem(each, looking) })),
    ...taken.map((each) => ({ at: each.at, item: takenItem(each, looking) })),
  ].sort((one, other) => other.at.getTime() - one.at.getTime());
  return (
    told.length > 0 &&
    html`<section class="for-you" aria-labelledby="told"><h2 id="told">For you</h2>
<ul>${told.map(({ item }) => item)}</ul></section>`
  );
}

/** The cookie by which a browser remembers that the list of given leads was opened. */
const COOKIE = 'given';

/** Remembers that this person has opened the list of leads given to them. */
export const keepGivenRead = ({ cookies, state: { session, now } }: DeskContext): void =>
  void cookies.set(COOKIE, `${session.person}.${now.getTime()}`, {
    maxAge: TOLD_MS,
    sameSite: 'strict',
  });

/** Leads that somebody gave to this person, without those of a list that they have opened. */
export function givenUnread({ cookies, state }: DeskContext, given: LeadDay['given']): LeadDay['given'] {
  const [, person, read] = /^(.*)\.(\d{1,14})$/.exec(cookies.get(COOKIE) ?? '') ?? [];
  if (person !== state.session.person) return given;
  return given.filter(({ at, leads }) => leads.length === 1 || at.getTime() > Number(read));
}

/** Leads given at one time, as one line. */
function givenItem({ at, from, leads, ...author }: GivenLeads, { people }: ToldLooking): Html {
  const [first] = leads;
  const which =
    first && leads.length === 1
      ? html`<a href="${leadPath(first.id)}">${apart(leadName(first))}</a>`
      : html`<a href="${listPath('/', { status: GIVEN, owner: 'me' })}">${leads.length} leads</a>`;
  const whose = from === undefined ? '' : html` of ${apart(personName(from, people))}’s`;
  return html`<li class="told"><p>${apart(authorName(author, people))} gave you ${which}${whose}.</p>
<p class="aside">${timeOf(at)}${leads.length === 1 && first && `, ${first.status}`}</p></li>`;
}

function takenItem(
  { at, lead, from, to, ...author }: LeadDay['taken'][number],
  { people, zone, now }: ToldLooking,
): Html {
  const time = timesIn(zone, now);
  const whom = lead ? html`<a href="${leadPath(lead.id)}">${apart(leadName(lead))}</a>` : leadName(lead);
  const when = to ? html` from ${time(from, to)} to ${time(to, from)}` : html`, due ${timeOf(from)}`;
  return html`<li class="told"><p>${apart(authorName(author, people))} ${to ? 'moved' : 'ended'} your promise to ${whom}${when}${
    !to && lead && isFinal(lead.status) && `: the lead is ${lead.status}`
  }.</p>
<p class="aside">${timeOf(at)}</p></li>`;
}
