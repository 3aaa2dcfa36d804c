import type { ListedLead } from '#operators/application/leads/list-leads.ts';
import type { OtherLeads } from '#operators/application/leads/other-leads.ts';
import type { DealSummary } from '#operators/application/ports/records.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { type NamedPerson, personName } from '#operators/domain/work/person.ts';
import { stillSince } from '#operators/domain/work/still-since.ts';
import type { CustomerAsSent } from '../../../../../domain/contact.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { columnsAt, type NameAt, type RowPart } from '../../presentation/lead-columns.ts';
import { lostReasonText } from '../../presentation/lead-words.ts';
import { type Html, html } from '../html.ts';
import { type Cell, cellHtml, listTable } from '../list-table.ts';
import { named, options } from '../options.ts';
import { timeOf } from '../page.ts';
import { apart, emailLink, phoneLink, phoneText } from '../reach.ts';
import { clock, dueClock, leftClock } from './clocks.ts';
import type { Looking } from './follow-up.ts';
import { vehiclePart } from './vehicle.ts';

export const statusMark = (status: LeadStatus): Html =>
  html`<span class="status ${status.toLowerCase().replaceAll(' ', '-')}">${status}</span>`;

/** The mark of a lost lead with its reason. */
export const lostMark = (why: string): Html => html`<span class="status lost">Lost: ${apart(why)}</span>`;

interface LeadTableOptions extends Looking {
  readonly zone: TimeZone;
  /** The leads whose customers have other leads. Absent: not shown. */
  readonly others?: ReadonlyMap<string, OtherLeads>;
  /** The text if there are no leads. */
  readonly empty?: string | Html;
  /** Whether each row has a box to select it. */
  readonly selectable?: boolean;
  /** The reasons why leads are lost. */
  readonly reasons: readonly LostReason[];
  /** The headings of columns by which the list can be sorted. */
  readonly sortedBy?: { readonly received: Html; readonly changed: Html } | undefined;
}

/** A table of leads. The whole row opens its lead; the number in it calls. */
export function leadTable(leads: readonly ListedLead[], options: LeadTableOptions): Html {
  const { selectable = false, sortedBy, empty } = options;
  return listTable(leads, {
    columns: {},
    ...(empty !== undefined && { empty }),
    class: 'leads rows',
    idOf: ({ id }) => `lead-${id}`,
    speaks: true,
    heading: selectable ? 1 : 0,
    shown: [
      ...(selectable ? [{ head: allBox, html: pickBox, class: 'pick' }] : []),
      { head: 'Customer', class: 'who', html: (lead) => partOf('who', lead, options) },
      { head: 'Wants', class: 'about', html: (lead) => aboutPart(lead, options) },
      {
        head: sortedBy?.received ?? 'Came',
        class: 'when',
        html: (lead) => partOf('when', lead, options),
      },
      {
        head: html`${sortedBy?.changed ?? 'Status'}, owner`,
        class: 'state',
        html: (lead) => partOf('state', lead, options),
      },
    ],
  });
}

type Look = (lead: ListedLead, options: LeadTableOptions) => Html | false;

/** The look of a column that another one shows. */
const withAnother: Look = () => false;

/** The looks of columns that are more than their text. */
const looks: { readonly [P in Exclude<RowPart, 'facts'>]: { readonly [N in NameAt<P>]?: Look } } = {
  who: { name: namePart, email: withAnother, phones: reachPart },
  wish: { vehicle: wordsPart },
  when: {
    receivedAt: (lead, options) =>
      html`${clockOf(lead, options)}<p class="aside">came ${timeOf(lead.receivedAt)}</p>`,
    waits: withAnother,
    followUpAt: withAnother,
  },
  state: {
    status: ({ status, lostReason }, { reasons }) =>
      html`<p>${lostReason === undefined ? statusMark(status) : lostMark(lostReasonText(lostReason, reasons))}</p>\n`,
    owner: ({ owner }, { people }) =>
      html`<p class="aside">${owner === undefined ? 'nobody’s' : apart(personName(owner, people))}</p>`,
    lostReason: withAnother,
  },
};

/** A part of a lead's row: each of its columns by its look, or by its heading and text. */
function partOf(part: keyof typeof looks, lead: ListedLead, options: LeadTableOptions): Html {
  const known: Readonly<Record<string, Look>> = looks[part];
  const shown = columnsAt(part).map(([name, column]) => {
    const look = known[name];
    if (look) return look(lead, options);
    const text = cellHtml(column, lead, options);
    return text !== undefined && html`<p class="aside">${column.head} ${text}</p>`;
  });
  return html`${shown}`;
}

/** The facts of a lead that stand in one line, by the column's name. */
export const factsOf = (lead: ListedLead, context: Pick<Looking, 'people'>): Readonly<Record<string, Cell>> =>
  Object.fromEntries(
    columnsAt('facts').flatMap(([name, column]) => {
      const fact = name === 'dealType' ? lead.dealType : cellHtml(column, lead, context);
      return fact ? [[name, fact]] : [];
    }),
  );

/**
 * The clock of what comes first: the follow-up, or the answer that is due. Of an open lead without either, how long
 * it has stood still.
 */
function clockOf(lead: ListedLead, { now, zone }: LeadTableOptions): Html | false {
  const { answer, followUp, status } = lead;
  const waits = answer && !answer.answeredAt ? answer : undefined;
  if (followUp && !(waits && now < followUp.at && waits.due < followUp.at))
    return dueClock(followUp.at, now, zone);
  if (waits) return leftClock(waits, now);
  return !isFinal(status) && clock(Math.max(0, now.getTime() - stillSince(lead).getTime()), 'still', 'still');
}

const allBox = html`<label hidden><input type="checkbox" data-all aria-label="Select all leads"></label>`;

const presentOf = ({ customer, present = customer }: ListedLead) => present;
const shownName = (lead: ListedLead): string => {
  const present = presentOf(lead);
  return present ? nameOf(present) : 'Erased';
};

const pickBox = (lead: ListedLead): Html => {
  const name = shownName(lead);
  return html`<label><input type="checkbox" name="lead" value="${lead.id}"
 aria-label="Select ${name}"></label><input type="hidden" name="seen" value="${seenText(lead, name)}">`;
};

function namePart(lead: ListedLead): Html {
  return html`<a class="name ${!lead.customer && 'soft'}" href="${leadPath(lead.id)}">${apart(shownName(lead))}</a>
${asSent(lead, nameOf)}`;
}

function reachPart(lead: ListedLead, { others }: LeadTableOptions): Html | false {
  const { phone = others?.get(lead.id)?.phone, email } = presentOf(lead) ?? {};
  const link = phone ? phoneLink(phone) : email && emailLink(email);
  return link !== undefined && html`<p class="reach">${link}${asSent(lead, reachText)}</p>`;
}

/** A lead in brief: what the customer wants, then the lead's facts and the customer's other leads. */
function aboutPart(lead: ListedLead, options: LeadTableOptions): Html {
  const others = options.others?.get(lead.id);
  return html`${partOf('wish', lead, options)}
<p class="aside dots">${Object.values(factsOf(lead, options)).map((fact) => html`<span>${fact}</span>`)}${
    others && html`<span class="others">${otherLeadsCount(others)}</span>`
  }</p>`;
}

/** The vehicle and the customer's first words. */
function wordsPart(lead: ListedLead, { zone }: LeadTableOptions): Html {
  const { firstWords } = lead;
  const vehicle = vehiclePart(lead, zone);
  return html`<p class="words" dir="auto">${
    vehicle && html`<span class="car">${vehicle}${firstWords !== '' && '. '}</span>`
  }${firstWords}</p>`;
}

/** The number of other leads in words: `2 other leads`. */
export const otherLeadsCount = ({ others, more }: OtherLeads): string =>
  `${others}${more ? '+' : ''} other ${others === 1 ? 'lead' : 'leads'}`;

/** A value as sent, where operators have corrected it. */
function asSent(lead: ListedLead, textOf: (customer: CustomerAsSent) => string): Html | false {
  const { customer, present } = lead;
  if (!customer || !present || textOf(customer) === textOf(present)) return false;
  return html`<small class="soft sent">sent: ${apart(textOf(customer))}</small>`;
}

const reachText = ({ phone, email }: CustomerAsSent): string =>
  phone ? phoneText(phone) : (email?.value ?? '');

/** The values that a row shows, for the form to send along. */
const seenText = ({ id, statusSince, owner }: DealSummary, name: string): string =>
  JSON.stringify({ id, name, statusSince, owner });

/** A button for each status, with the digit that is its key. */
export const moveButtons = (statuses: readonly LeadStatus[]): Html =>
  html`<span class="moves">${statuses.map((status) => {
    const key = leadStatuses.indexOf(status) + 1;
    return html`<button name="move" value="${status}" data-key="${key}"><kbd aria-hidden="true">${key}</kbd> ${status}</button> `;
  })}</span>`;

/** Fields for the owner of a lead: somebody, the person who looks, or nobody. */
export const assignFields = (people: readonly NamedPerson[]): Html => html`<span class="assign">
<select name="owner" aria-label="New owner">${options([
  ['', 'Choose an owner'],
  ...named(people.filter(({ mayWork }) => mayWork)),
])}</select>
<button name="assign" value="person">Give</button> <button name="assign" value="me">To me</button>
<button name="assign" value="nobody">To nobody</button></span>`;

/**
 * A button that does nothing and stands first, so that Enter in a field does not press the first of several
 * buttons.
 */
export const noDefaultButton = html`<button disabled hidden></button>`;
