import type { DealSummary } from '../../../../application/ports/records.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../domain/lead-status.ts';
import { nameOf } from '../../../../domain/name.ts';
import { DAY_MS, HOUR_MS } from '../../operators/days.ts';
import { leadPath } from '../../operators/desk-paths.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart, emailLink, phoneLink } from '../people.ts';

export const statusMark = (status: LeadStatus): Html =>
  html`<span class="status ${status.toLowerCase().replaceAll(' ', '-')}">${status}</span>`;

const MINUTE_MS = 60_000;

export const JUST_NOW = 'just now';

/** `just now`, `12 min`, `5 h`, `3 d`. */
export function ageOf(since: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - since.getTime());
  if (age < MINUTE_MS) return JUST_NOW;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  return age < 2 * DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`;
}

/** How long a lead is open before it is marked as waiting. */
const LONG_WAIT_MS = 3 * DAY_MS;

interface LeadTableOptions {
  readonly now: Date;
  /** With a box to tick in each row. */
  readonly selectable: boolean;
}

export const leadTable = (leads: readonly DealSummary[], options: LeadTableOptions): Html => html`
<table class="list cards leads">
<thead><tr>
${options.selectable && allBox}
<th scope="col" class="received">Received</th><th scope="col">Name</th>
<th scope="col" class="reach">Phone or email</th><th scope="col" class="type">Type</th>
<th scope="col" class="vendor">Vendor</th><th scope="col" class="state">Status</th>
<th scope="col" class="num age"><span title="How long it has had this status">In status</span></th>
<th scope="col" class="owner">Owner</th>
</tr></thead>
<tbody>${leads.map((lead) => leadRow(lead, options))}</tbody>
</table>`;

const allBox = html`<td class="pick"><label hidden>
<input type="checkbox" data-all aria-label="Select all leads"></label></td>`;

function leadRow(lead: DealSummary, { now, selectable }: LeadTableOptions): Html {
  const { id, customer, status, statusSince, owner } = lead;
  const name = customer ? nameOf(customer) : 'Erased';
  const reach = customer?.phone ? phoneLink(customer.phone) : customer?.email && emailLink(customer.email);
  const age = ageOf(statusSince, now);
  const isLate = !isFinal(status) && now.getTime() - statusSince.getTime() > LONG_WAIT_MS;
  return html`<tr id="lead-${id}">
${
  selectable &&
  html`<td class="pick"><label><input type="checkbox" name="lead" value="${id}"
 aria-label="Select ${name}"></label><input type="hidden" name="seen" value="${seenText(lead)}"></td>`
}
<td class="received">${timeOf(lead.receivedAt)}</td>
<th scope="row" class="name"><a href="${leadPath(id)}" ${!customer && html`class="soft"`}>${apart(name)}</a></th>
<td class="reach">${reach}</td>
<td class="type">${lead.dealType}</td>
<td class="vendor"><a href="/?vendor=${encodeURIComponent(lead.vendorId)}">${apart(lead.vendorName)}</a></td>
<td class="state">${statusMark(status)}</td>
<td class="num age ${isLate ? 'late' : age === JUST_NOW && 'now'}">${age}</td>
<td class="owner">${owner !== undefined && apart(owner)}</td>
</tr>`;
}

/** What a row shows of its lead, for a form to say. */
const seenText = ({ id, statusSince, owner }: DealSummary): string =>
  JSON.stringify({ id, statusSince, owner });

/** One button a status, with the number that is its key. */
export const moveButtons = (statuses: readonly LeadStatus[]): Html =>
  html`<span class="moves">${statuses.map((status) => {
    const key = leadStatuses.indexOf(status) + 1;
    return html`<button name="move" value="${status}" data-key="${key}"><kbd
 aria-hidden="true">${key}</kbd> ${status}</button> `;
  })}</span>`;

/** Names to choose from: whoever looks, and the owners of these leads. */
export function ownerNames(me: string, leads: readonly Pick<DealSummary, 'owner'>[]): Html {
  const names = new Set([me, ...leads.flatMap(({ owner }) => owner ?? [])]);
  return html`<datalist id="owners">${[...names].map((name) => html`<option value="${name}"></option>`)}</datalist>`;
}

/** Whom a lead is assigned to: a name, whoever looks, or nobody. */
export const assignFields = (typed = ''): Html => html`<span class="assign">
<input name="owner" list="owners" value="${typed}" aria-label="Name of the owner"
 placeholder="Name of the owner" maxlength="100" autocomplete="off">
<button name="assign" value="name">Assign</button> <button name="assign" value="me">To me</button>
<button name="assign" value="nobody">Unassign</button></span>`;

/** Enter in a field must not press the first of several buttons: this one is the first, and does nothing. */
export const noDefaultButton = html`<button disabled hidden></button>`;
