import type { AnswerGoal } from '../../domain/answer-goal.ts';
import { emailKey, phoneKey } from '../../domain/contact.ts';
import { presentCustomer } from '../../domain/mended-contact.ts';
import { Refused } from '../../domain/refused.ts';
import { configuredVendorId, isConfiguredVendorId, plainName } from '../../domain/vendor.ts';
import { type AuditPorts, audited, looked } from '../audited.ts';
import { idOf, type PeoplePorts } from '../desk/known-people.ts';
import { requireKeyHolder, unknownContact, unknownLead, unknownVendor } from '../not-found.ts';
import type {
  CountLeads,
  ExportLeads,
  ExportWholeLeads,
  LeadListQuery,
  LeadPage,
  ListedLead,
  ListLeads,
  ShowLead,
  WholeLead,
} from '../ports/inbound/operator.ts';
import type { BackOffice } from '../ports/outbound/back-office.ts';
import type { Clock } from '../ports/outbound/runtime.ts';
import type { VendorDirectory } from '../ports/outbound/vendor-directory.ts';
import type { DealSummary, LeadRecord } from '../ports/records.ts';
import { LeadCursor } from './lead-cursor.ts';
import { hasOrder, placeTime } from './place-time.ts';
import { meaningsOf } from './seek-leads.ts';

interface ShowLeadPorts extends AuditPorts {
  readonly backOffice: Pick<BackOffice, 'lead'>;
  readonly answerGoal: AnswerGoal;
}

export const makeShowLead =
  (ports: ShowLeadPorts): ShowLead =>
  async ({ leadId, by }) => {
    const kept = await ports.backOffice.lead(leadId);
    if (!kept) throw unknownLead();
    await looked(ports, { by, action: 'lead.show', on: leadId });
    return { ...kept, answer: ports.answerGoal.answerOf(kept.deal, ports.clock()) };
  };

/** What it takes to know a vendor by its id or name. */
export interface VendorPorts {
  readonly backOffice: Pick<BackOffice, 'deals'>;
  readonly vendors: Pick<VendorDirectory, 'account'>;
}

interface ListLeadsPorts extends PeoplePorts {
  readonly backOffice: Pick<BackOffice, 'deals' | 'contact' | 'contacts'>;
  readonly vendors: Pick<VendorDirectory, 'account' | 'holderOf'>;
  readonly clock: Clock;
  readonly answerGoal: AnswerGoal;
}

/** Milliseconds after its receipt by which a deal is written: longer than any request takes, and than clocks differ. */
const SETTLING_MS = 60_000;

export const makeListLeads =
  (ports: ListLeadsPorts): ListLeads =>
  async ({
    vendor,
    key,
    contact,
    email,
    phone,
    text,
    ids,
    owner,
    waiting,
    before,
    limit,
    cursor,
    ...rest
  }) => {
    requireLimit(limit);
    const filter = { ...rest, owner: owner && (await idOf(ports, owner)) };
    const isByReceipt = !hasOrder(filter);
    if (cursor && (filter.newest || before))
      throw new Refused('invalid-cursor', 'A cursor continues a list with the oldest lead first.');
    const from = cursor ? LeadCursor.parse(cursor) : LeadCursor.start(filter.since);
    const holder = key === undefined ? undefined : await requireKeyHolder(ports.vendors, key);
    // A key's leads are searched by its vendor as well, because only the vendor has an index.
    const vendorId = vendor === undefined ? holder?.id : await vendorIdOf(vendor, ports);
    const asOf = ports.clock();
    const now = asOf.getTime();
    const settledBy = now - SETTLING_MS;
    const found = await ports.backOffice.deals({
      ...filter,
      vendorId,
      keyId: key,
      contactId: contact,
      said: email ? emailKey(email) : phone && phoneKey(phone),
      matching: text === undefined ? ids?.map((id) => ({ id })) : await meaningsOf(text, ports.backOffice),
      unmovedSince: waiting === undefined ? undefined : new Date(now - waiting),
      after: before ?? (filter.newest || (!isByReceipt && !cursor) ? undefined : from.after),
      limit: limit + 1,
    });
    if (contact !== undefined && found.length === 0 && !(await ports.backOffice.contact({ id: contact })))
      throw unknownContact();

    const shown = await withPresent(found.slice(0, limit), ports.backOffice);
    const leads = shown.map((lead) => ({ ...lead, answer: ports.answerGoal.answerOf(lead, asOf) }));
    const more = found.length > limit;
    const last = leads.at(-1);
    if (!isByReceipt) {
      const place = more && last ? { receivedAt: placeTime(last, filter), id: last.id } : undefined;
      return { leads, next: new LeadCursor(place, undefined).text, more };
    }
    const newlySettled = leads.findLast((deal) => deal.receivedAt.getTime() < settledBy);
    // After a list has passed a lead that was not settled, `settled` stays before that lead.
    const settled = from.isSettled ? (newlySettled ?? from.settled) : from.settled;
    const next = new LeadCursor(more ? last : settled, settled);
    return { leads, next: next.text, more };
  };

async function withPresent(
  leads: readonly DealSummary[],
  backOffice: Pick<BackOffice, 'contacts'>,
): Promise<readonly Omit<ListedLead, 'answer'>[]> {
  const ids = [...new Set(leads.map(({ contactId }) => contactId))];
  const mended = ids.length > 0 ? await backOffice.contacts({ mended: ids, limit: ids.length }) : [];
  const contacts = new Map(mended.map((contact) => [contact.id, contact]));
  return leads.map((lead) => {
    const present = presentCustomer(lead.customer, contacts.get(lead.contactId));
    return present ? { ...lead, present } : lead;
  });
}

export const makeCountLeads =
  ({ backOffice, clock }: Pick<ListLeadsPorts, 'clock'> & CountPorts): CountLeads =>
  async ({ of, most }) => {
    requireLimit(most);
    const conditions = of.map(({ waiting, ...query }) => ({
      ...query,
      unmovedSince: waiting === undefined ? undefined : new Date(clock().getTime() - waiting),
    }));
    return backOffice.countDeals(conditions, most);
  };

interface CountPorts {
  readonly backOffice: Pick<BackOffice, 'countDeals'>;
}

/** Leads of an export that are read at once. */
const EXPORTED_AT_ONCE = 1_000;
/** Notes may be long. */
const WHOLE_AT_ONCE = 100;

export const makeExportLeads = (
  ports: ListLeadsPorts & AuditPorts,
  atOnce = EXPORTED_AT_ONCE,
): ExportLeads => {
  const list = makeListLeads(ports);
  return async ({ by, limit, ...query }) => {
    const most = limit ?? Number.POSITIVE_INFINITY;
    const read = (from: Pick<LeadListQuery, 'before' | 'cursor'>, left: number) =>
      list({ ...query, ...from, limit: Math.min(left, atOnce) });
    const action = { by, action: 'lead.export', on: 'leads' } as const;
    const first = await audited(ports, action, () => read(query, most));
    return pages(first);

    async function* pages(begin: LeadPage): AsyncGenerator<LeadPage> {
      let page = begin;
      for (let left = most; ; ) {
        yield page;
        left -= page.leads.length;
        if (!page.more || left <= 0) return;
        const isBackwards = query.newest && !hasOrder(query);
        page = await read(isBackwards ? { before: page.leads.at(-1) } : { cursor: page.next }, left);
      }
    }
  };
};

export const makeExportWholeLeads = (
  ports: ListLeadsPorts & AuditPorts & { readonly backOffice: Pick<BackOffice, 'leads'> },
): ExportWholeLeads => {
  const exportLeads = makeExportLeads(ports, WHOLE_AT_ONCE);
  return async (query) => {
    const pages = await exportLeads(query);
    return whole(pages);
  };

  async function* whole(pages: AsyncIterable<LeadPage>) {
    for await (const { leads, ...page } of pages) {
      const kept = await ports.backOffice.leads(leads.map(({ id }) => id));
      const byId = new Map(kept.map((record) => [record.deal.id, record]));
      yield { ...page, leads: leads.map((lead) => wholeLead(lead, byId.get(lead.id))) };
    }
  }
};

/** Of an erased customer nothing is told, whoever else has the contact. */
const wholeLead = (lead: ListedLead, record: LeadRecord | undefined): WholeLead => ({
  ...lead,
  notes: record?.deal.notes ?? '',
  zip: record?.deal.customer && record.contact?.zip,
});

/** Throws Refused. */
export function requireLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new Refused('invalid-limit', 'A list needs a limit of at least 1.');
}

/** Throws Refused. A vendor from the configuration has no account; it is known if it has sent a lead. */
export async function vendorIdOf(vendor: string, { vendors, backOffice }: VendorPorts): Promise<string> {
  if (isConfiguredVendorId(vendor)) return vendor;
  const account = await vendors.account(plainName(vendor));
  if (account) return account.id;
  const vendorId = configuredVendorId(vendor);
  const [lead] = await backOffice.deals({ vendorId, limit: 1 });
  if (!lead) throw unknownVendor();
  return vendorId;
}
