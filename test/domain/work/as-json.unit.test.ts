import { inMemoryBackOffice } from '../../../src/adapters/outbound/in-memory/in-memory-back-office.ts';
import { InMemoryCrm } from '../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryRecords } from '../../../src/adapters/outbound/in-memory/in-memory-records.ts';
import { contactFromJson, contactToJson, dealToJson } from '../../../src/domain/intake/as-json.ts';
import type { Contact } from '../../../src/domain/intake/contact.ts';
import { dealFromJson } from '../../../src/domain/work/as-json.ts';
import type { Deal } from '../../../src/domain/work/deal.ts';
import { backOfficeContract } from '../../../src/testing/back-office-contract.ts';
import { crmContract } from '../../../src/testing/crm-contract.ts';

/** Keeps of each value what its text says. */
class Written<T> extends Map<string, T> {
  readonly again: (value: T) => T;

  constructor(again: (value: T) => T) {
    super();
    this.again = again;
  }

  override set(id: string, value: T): this {
    return super.set(id, this.again(value));
  }
}

/** A store in memory that keeps deals and contacts as JSON. */
async function open() {
  const records = Object.assign(new InMemoryRecords(), {
    deals: new Written((deal: Deal) => dealFromJson(dealToJson(deal))),
    contacts: new Written((contact: Contact) => contactFromJson(contactToJson(contact))),
  });
  return { crm: new InMemoryCrm(records), ...inMemoryBackOffice(records) };
}

const alone = ['breakDown', 'another'] as const;

backOfficeContract('as JSON', open, { without: alone });

crmContract(
  'as JSON',
  async () => {
    const { crm } = await open();
    return { crm, contacts: async () => crm.contacts, deals: async () => crm.deals };
  },
  { without: [...alone, 'changeStatus', 'refuseWrites'] },
);
