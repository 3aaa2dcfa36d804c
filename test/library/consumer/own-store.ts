import { Container } from 'inversify';
import { fileModule, LineJournal, type Store, storeModule, tokens } from 'partner-lead-service/compose';

const kept = new Container();
kept.bind(tokens.journal).toConstantValue(new LineJournal('silent'));
kept.load(await fileModule(':memory:'));

/** Stands for a company's own, which says that it is durable, and keeps neither webhooks nor who is signed in. */
export const ownStore: Store = {
  name: 'our own',
  setting: 'OUR_STORE',
  durable: true,
  module: storeModule({
    crm: kept.get(tokens.crm),
    vendors: kept.get(tokens.vendors),
    storeHealth: async () => true,
    managedVendors: kept.get(tokens.managedVendors),
    audit: kept.get(tokens.audit),
    people: kept.get(tokens.people),
    leads: kept.get(tokens.leads),
    contacts: kept.get(tokens.contacts),
    report: kept.get(tokens.report),
    erasure: kept.get(tokens.erasure),
  }),
};
