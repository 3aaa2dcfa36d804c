import { InMemoryCrm } from '../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import type { NewLead } from '../../../../src/application/ports/outbound/crm.ts';
import { contactFromJson, contactToJson, dealToJson } from '../../../../src/domain/as-json.ts';
import type {
  AnnounceChange,
  DealQuery,
  DecideChange,
} from '../../../../src/operators/application/ports/outbound/kept-leads.ts';
import type { LeadRecord } from '../../../../src/operators/application/ports/records.ts';
import { dealFromJson } from '../../../../src/operators/domain/work/as-json.ts';
import type { DealConditions } from '../../../../src/operators/domain/work/deal-conditions.ts';
import { untouched, type WorkedDeal } from '../../../../src/operators/domain/work/worked-deal.ts';
import { backOfficeContract } from '../../../../suites/back-office-contract.ts';
import { crmContract } from '../../../../suites/crm-contract.ts';
import { inMemory, storeInFile } from '../../../support/sqlite-file.ts';

const again = (deal: WorkedDeal): WorkedDeal => dealFromJson(dealToJson(deal));
const asRead = <R extends LeadRecord>(record: R): R => ({
  ...record,
  deal: again(record.deal),
  contact: record.contact && contactFromJson(contactToJson(record.contact)),
});

/** A store whose CRM and leads have been JSON on their way in and out. */
async function open() {
  const { crm, backOffice } = storeInFile(inMemory());
  const { leads } = backOffice;
  return {
    crm: {
      addLead: ({ dealOf, customer }: NewLead) =>
        crm.addLead({ customer, dealOf: (contactId) => again(untouched(dealOf(contactId))) }),
      earlierDeal: (vendorId: string, key: string) => crm.earlierDeal(vendorId, key),
      statusOf: (leadId: string) => crm.statusOf(leadId),
    },
    ...backOffice,
    leads: {
      has: (id: string) => leads.has(id),
      lead: async (id: string) => (await leads.leads([id])).map(asRead)[0],
      leads: async (ids: readonly string[]) => (await leads.leads(ids)).map(asRead),
      deals: (query: DealQuery) => leads.deals(query),
      countDeals: (conditions: readonly DealConditions[], most: number) => leads.countDeals(conditions, most),
      changeDeals: (ids: readonly string[], decide: DecideChange, announce?: AnnounceChange) =>
        leads.changeDeals(ids, (deal) => decide(again(deal)), announce),
    },
  };
}

const alone = ['breakDown', 'another'] as const;

backOfficeContract('as JSON', open, { without: alone });

crmContract(
  'as JSON',
  async () => {
    const crm = new InMemoryCrm();
    const contacts = async () => crm.contacts.map((each) => contactFromJson(contactToJson(each)));
    return { crm, contacts, deals: async () => crm.deals.map((each) => again(untouched(each))) };
  },
  { without: [...alone, 'changeStatus', 'refuseWrites'] },
);
