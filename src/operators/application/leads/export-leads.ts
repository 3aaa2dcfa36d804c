import { hasCustomer } from '../../../domain/contact.ts';
import type { Activity } from '../../domain/work/activity.ts';
import type { StatusChange } from '../../domain/work/worked-deal.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { By } from '../ports/order.ts';
import type { LeadRecord } from '../ports/records.ts';
import {
  type LeadListQuery,
  type LeadPage,
  type ListedLead,
  type ListLeadsPorts,
  makeListLeads,
} from './list-leads.ts';

/** Leads of an export that are read at once. */
const EXPORTED_AT_ONCE = 1_000;
/** Leads with their notes, which may be long, that are read at once. */
const WHOLE_AT_ONCE = 100;

/**
 * Exports a list, by default all of it, in pages that are each read when the caller asks. The audit log records
 * it, and the first page is read, before anything leaves.
 */
export type ExportLeads = (
  query: Omit<LeadListQuery, 'limit'> & { readonly limit?: number | undefined; readonly by: By },
) => Promise<AsyncIterable<LeadPage>>;

export const makeExportLeads = (
  ports: ListLeadsPorts & AuditPorts,
  atOnce = EXPORTED_AT_ONCE,
): ExportLeads => {
  const list = makeListLeads(ports);
  return async ({ by, limit, ...query }) => {
    const most = limit ?? Number.POSITIVE_INFINITY;
    const read = (cursor: string | undefined, left: number) =>
      list({ ...query, cursor, limit: Math.min(left, atOnce) });
    const action = { by, action: 'lead.export', on: 'leads' } as const;
    const first = await audited(ports, action, () => read(query.cursor, most));
    return pages(first);

    async function* pages(begin: LeadPage): AsyncGenerator<LeadPage> {
      let page = begin;
      for (let left = most; ; ) {
        yield page;
        left -= page.leads.length;
        if (!page.more || left <= 0) return;
        page = await read(page.next, left);
      }
    }
  };
};

/** Exports leads as `ExportLeads`, each also with notes, the contact's ZIP and the log. */
export type ExportWholeLeads = (
  query: Parameters<ExportLeads>[0],
) => Promise<AsyncIterable<{ readonly leads: readonly WholeLead[] } & Omit<LeadPage, 'leads'>>>;

export const makeExportWholeLeads = (ports: ListLeadsPorts & AuditPorts): ExportWholeLeads => {
  const exportLeads = makeExportLeads(ports, WHOLE_AT_ONCE);
  return async (query) => {
    const pages = await exportLeads(query);
    return whole(pages);
  };

  async function* whole(pages: AsyncIterable<LeadPage>) {
    for await (const { leads, ...page } of pages) {
      const kept = await ports.leads.leads(leads.map(({ id }) => id));
      const byId = new Map(kept.map((record) => [record.deal.id, record]));
      yield { ...page, leads: leads.map((lead) => wholeLead(lead, byId.get(lead.id))) };
    }
  }
};

/** A lead with the parts that are too long for a list. */
export type WholeLead = ListedLead & {
  readonly notes: string;
  readonly zip: string | undefined;
  /** Changes of status after receipt, oldest first. */
  readonly moves: readonly StatusChange[];
  /** Oldest first. */
  readonly activities: readonly Activity[];
};

/** A lead with notes, ZIP and history, which are left out if its customer was erased. */
function wholeLead(lead: ListedLead, record: LeadRecord | undefined): WholeLead {
  if (!record || !hasCustomer(record.deal))
    return { ...lead, notes: '', zip: undefined, moves: [], activities: [] };
  const { notes, history, activities } = record.deal;
  return { ...lead, notes, zip: record.contact?.zip, moves: history.slice(1), activities };
}
