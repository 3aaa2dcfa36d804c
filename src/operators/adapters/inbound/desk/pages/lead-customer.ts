import type { ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Answer } from '#operators/domain/work/answer-goal.ts';
import type { ContactField } from '#operators/domain/work/contact-edit.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { authorName } from '#operators/domain/work/person.ts';
import { standsSince } from '#operators/domain/work/standing-moves.ts';
import type { WaysToReach } from '#operators/domain/work/ways-to-reach.ts';
import { lostReasonOf, presentCustomer, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { Contact, CustomerAsSent } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { answerWords } from '../../presentation/answers.ts';
import { contactPath } from '../../presentation/desk-paths.ts';
import { leadName, lostReasonText } from '../../presentation/lead-words.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart, callPath, emailLink, phoneText, smsPath, writePath } from '../reach.ts';
import { ageText, JUST_NOW } from '../times.ts';
import { dueClock, leftClock } from './clocks.ts';
import { contactForm } from './contact-form.ts';
import { facts } from './facts.ts';
import type { Looking } from './follow-up.ts';
import { ownerText } from './lead-beside.ts';
import { lostMark, otherLeadsCount, statusMark } from './lead-list.ts';
import { vehiclePart } from './vehicle.ts';

interface CustomerOptions extends Looking {
  readonly zone: TimeZone;
  readonly ways: WaysToReach;
  /** A sentence on who else has the lead open, kept up to date by a script. */
  readonly here: string;
  readonly lostReasons: readonly LostReason[];
}

/** Who the customer is and how the lead stands, what they want, and every way to reach them. */
export const customerPart = (ctx: DeskContext, found: ShownLead, options: CustomerOptions): Html =>
  html`<section class="sheet customer" aria-label="The customer">
${headPart(found, options)}
${wishPart(found.deal, options.zone)}
${waysPart(ctx, found, options)}</section>`;

/** The head of a lead's page: the customer, the status, and the time that is left. */
function headPart({ deal, answer, others }: ShownLead, options: CustomerOptions): Html {
  const { now, people, lostReasons, here } = options;
  const since = ageText(now.getTime() - standsSince(deal).getTime());
  const lost = lostReasonOf(deal);
  const mark =
    lost === undefined ? statusMark(deal.status) : html`${lostMark(lostReasonText(lost, lostReasons))},`;
  const isAnswered = answer?.answeredAt !== undefined || deal.reopened !== undefined;
  return html`<div class="top"><div><h1>${apart(leadName(deal))}</h1>
<p class="aside standing"><span>${mark} ${since === JUST_NOW ? since : `for ${since}`}</span>
<span>${ownerText(deal.owner, people)}</span>
${answer && isAnswered && answerText(answer, deal)}
<strong class="here" data-here>${here}</strong>
${others.length > 0 && html`<a class="when-narrow" href="#others">${otherLeadsCount({ others: others.length, more: false })}</a>`}</p></div>
${clockOf(deal, answer, options)}</div>`;
}

/** The clock of what comes first: the follow-up, or the time to answer the customer. */
function clockOf(
  { followUp, receivedAt }: WorkedDeal,
  answer: Answer | undefined,
  { now, zone }: Pick<CustomerOptions, 'now' | 'zone'>,
): Html | false {
  const isDue = (at: Date) => at <= now || zone.dayOf(at) === zone.dayOf(now);
  if (followUp && isDue(followUp.at)) return dueClock(followUp.at, now, zone);
  if (!answer || answer.answeredAt) return false;
  return leftClock(answer, now, html`came ${timeOf(receivedAt)}`);
}

/** The answer's state in words, beside the clock that shows the time left. */
function answerText(answer: Answer, { reopened }: WorkedDeal): Html {
  const [words, time] = answerWords(answer);
  const what = answer.answeredAt ? `Answered ${words.toLowerCase()}` : words;
  return html`<span>${reopened && 'Reopened. '}${what}${time && html` ${timeOf(time)}`}</span>`;
}

/** Whether a text is long enough to scroll in its place, so that the Tab key has to reach it. */
const isLong = (text: string): boolean => text.length > 300 || text.split('\n', 9).length > 8;

/** The customer's wish in their own words. */
function wishPart(deal: WorkedDeal, zone: TimeZone): Html {
  const { dealType, notes } = deal;
  const vehicle = vehiclePart(deal, zone);
  return html`<div class="wish"><p id="wish"><b>${dealType}${vehicle && html`, ${vehicle}`}</b></p>
<div class="notes" dir="auto" ${
    isLong(notes) && html`tabindex="0" role="group" aria-labelledby="wish"`
  }>${notes}</div></div>`;
}

/** Every known number and address of the customer, to call, copy and correct; the first is large. */
function waysPart(
  ctx: DeskContext,
  found: ShownLead,
  { ways: { phones, emails }, people }: CustomerOptions,
): Html | undefined {
  const { deal, contact, mended } = found;
  const customer = presentCustomer(deal);
  if (!customer) return undefined;
  const mendedBy = (...fields: readonly ContactField[]) => {
    const last = fields.map((field) => mended[field]).find((each) => each !== undefined);
    return last && html`corrected by ${apart(authorName(last, people))}, ${timeOf(last.at)}`;
  };
  const isContacts = (field: 'phone' | 'email', identity: string) =>
    contact?.[field]?.identity === identity && mendedBy(field);
  const isAnother = contact !== undefined && nameOf(contact) !== nameOf(customer);
  const zip = contact?.zip;
  const isOpen = ctx.state.refused?.form === 'editContact';
  return html`<ul class="ways">${phones.map(({ value, name }, at) =>
    wayItem(
      html`<a class="${at === 0 ? 'number' : 'tel'}" href="${callPath(value)}">${phoneText(value)}</a>
<a class="small" href="${smsPath(value)}" aria-label="Text ${phoneText(value)}">Text</a>`,
      {
        copied: `+1${value.identity}`,
        written: phoneText(value),
        name,
        mended: isContacts('phone', value.identity),
      },
    ),
  )}${emails.map(({ value, name }) =>
    wayItem(emailLink(value), {
      copied: phones.length === 0 && value.value,
      written: value.value,
      name,
      mended: isContacts('email', value.identity),
    }),
  )}</ul>
${facts([
  ['Name', !isAnother && mendedBy('firstName', 'lastName')],
  ['Contact', isAnother && apart(nameOf(contact))],
  ['ZIP', zip && html`${apart(zip)} <small>${mendedBy('zip')}</small>`],
  ['As sent', deal.customer && sentOtherwise(deal.customer, customer)],
])}
${contact && ctx.state.may('editContact') && correctPart(ctx, contact, found, isOpen)}`;
}

interface WayOptions {
  /** The text to copy, if there is a button for it. */
  readonly copied: string | false;
  /** The same as people write it. */
  readonly written: string;
  readonly name: string | undefined;
  readonly mended: Html | false | undefined;
}

/** A number or address. A script shows the button to copy it. */
const wayItem = (links: Html, { copied, written, name, mended }: WayOptions): Html =>
  html`<li>${links}
${copied && html`<button type="button" class="quiet" data-copy="${copied}" aria-label="Copy ${written}" hidden>Copy</button>`}
<small>${name !== undefined && html`${apart(name)}’s`}${name !== undefined && mended && ', '}${mended}</small></li>`;

const correctPart = (
  ctx: DeskContext,
  contact: Contact,
  { deal, others }: ShownLead,
  isOpen: boolean,
): Html =>
  html`<details class="correct" ${isOpen && html`open`}><summary>Correct</summary>
${contactForm(ctx, contact, [deal, ...others], deal.id)}</details>`;

/** The values as sent of what was corrected since, without links: nobody should dial them. */
function sentOtherwise(sent: CustomerAsSent, present: CustomerAsSent): Html | undefined {
  const texts = ({ phone, email, ...name }: CustomerAsSent) => [
    nameOf(name),
    phone && phoneText(phone),
    email?.value,
  ];
  const now = texts(present);
  const mended = texts(sent).filter((text, at) => text !== undefined && text !== now[at]);
  return mended.length > 0 ? apart(mended.join(', ')) : undefined;
}

/** The button that calls or writes, in the bar that telephones have at the thumb. */
export const callButton = ({ phones: [phone], emails: [email] }: WaysToReach): Html | undefined =>
  phone
    ? html`<a class="button" href="${callPath(phone.value)}">Call<span class="digits">&nbsp;${phoneText(phone.value)}</span></a>`
    : email && html`<a class="button" href="${writePath(email.value)}">Write</a>`;

/** Says of an erased customer what is gone. */
export const erasedNote = ({ erased, deal, contact }: ShownLead, mayErase: boolean): Html =>
  html`<p class="note">The customer’s data was erased${erased && html` (${timeOf(erased)})`}:
name, email, phone, notes, the vendor’s own id, and the reasons and texts until then.
${deal.vendorName} still gets the status.${
    contact &&
    mayErase &&
    html` The contact is still there: <a href="${contactPath(contact.id)}">${apart(nameOf(contact))}</a>.`
  }</p>`;
