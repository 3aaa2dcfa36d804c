import { makeEraseContact, makeFindContact, makeFindContacts } from './contacts.ts';
import { makeEraseLead } from './erase-lead.ts';
import { type KeyPorts, makeIssueKey, makeListKeys, makeRevokeKey, makeRotateKey } from './keys.ts';
import { makeEditContact, makeMergeContacts, makePlanMerge, makeRekeyContacts } from './mend-contacts.ts';
import { makeMoveLead } from './move-lead.ts';
import type { OperatorUseCases } from './ports/inbound/operator.ts';
import type { BackOffice } from './ports/outbound/back-office.ts';
import type { ManagedVendors } from './ports/outbound/vendor-directory.ts';
import { makeListLeads, makeShowLead } from './read-leads.ts';
import { makeAddVendor, makeListVendors } from './vendors.ts';

export interface OperatorPorts extends KeyPorts {
  readonly vendors: ManagedVendors;
  readonly backOffice: BackOffice;
}

/** Everything an operator can do. */
export const makeOperatorUseCases = (ports: OperatorPorts): OperatorUseCases => ({
  addVendor: makeAddVendor(ports),
  listVendors: makeListVendors(ports.vendors),
  issueKey: makeIssueKey(ports),
  listKeys: makeListKeys(ports.vendors),
  rotateKey: makeRotateKey(ports),
  revokeKey: makeRevokeKey(ports),
  showLead: makeShowLead(ports.backOffice),
  listLeads: makeListLeads(ports),
  moveLead: makeMoveLead(ports),
  eraseLead: makeEraseLead(ports),
  findContact: makeFindContact(ports.backOffice),
  findContacts: makeFindContacts(ports.backOffice),
  editContact: makeEditContact(ports),
  planMerge: makePlanMerge(ports),
  mergeContacts: makeMergeContacts(ports),
  rekeyContacts: makeRekeyContacts(ports),
  eraseContact: makeEraseContact(ports),
});
