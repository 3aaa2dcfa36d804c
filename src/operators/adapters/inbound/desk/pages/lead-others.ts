import type { ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { NamedPerson } from '#operators/domain/work/person.ts';
import { standsSince } from '#operators/domain/work/standing-moves.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { leadPath, listPath } from '../../presentation/desk-paths.ts';
import { vehicleText } from '../../presentation/lead-words.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { statusMark } from './lead-list.ts';
import { ownerText } from './lead-owner.ts';

/** The customer’s other leads: a colleague may be talking to them. */
export const othersPart = (
  { deal, others, moreOthers }: ShownLead,
  people: readonly NamedPerson[],
): Html | false =>
  others.length > 0 &&
  html`<section aria-labelledby="others"><h2 id="others">${others.length}${moreOthers && '+'} other ${
    others.length === 1 ? 'lead' : 'leads'
  }</h2><ul>${others.map((each) => otherItem(each, people))}</ul>
${moreOthers && html`<p class="on-screen"><a href="${listPath('/', { contact: deal.contactId })}">All leads</a></p>`}</section>`;

/** A lead by its vehicle and type; one of type `other` without a vehicle, by its day. */
function nameOther(other: WorkedDeal): Html {
  const vehicle = vehicleText(other);
  if (other.dealType !== 'other') return apart([vehicle, other.dealType].filter(Boolean).join(', '));
  return vehicle ? apart(vehicle) : html`a lead of ${timeOf(other.receivedAt)}`;
}

const otherItem = (other: WorkedDeal, people: readonly NamedPerson[]): Html =>
  html`<li><p><a href="${leadPath(other.id)}">${nameOther(other)}</a></p>
<p>${statusMark(other.status)}</p>
<p class="aside">${ownerText(other.owner, people)}, since ${timeOf(standsSince(other))}</p></li>`;
