import { Refused } from '../domain/refused.ts';
import { makeAssignLead } from './assign-lead.ts';
import { makeEraseContact, makeFindContact, makeFindContacts, makeLookAtContact } from './contacts.ts';
import { makeEraseLead } from './erase-lead.ts';
import { type HookPorts, makeHookUseCases } from './hooks.ts';
import { type KeyPorts, makeIssueKey, makeListKeys, makeRevokeKey, makeRotateKey } from './keys.ts';
import { type KnownHooks, noHooks } from './known-hooks.ts';
import { makeEditContact, makeMergeContacts, makePlanMerge } from './mend-contacts.ts';
import { makeMoveLead } from './move-lead.ts';
import { makeMoveLeads } from './move-leads.ts';
import type { HookUseCases } from './ports/inbound/hooks.ts';
import type { OperatorUseCases } from './ports/inbound/operator.ts';
import type { AuditLog } from './ports/outbound/audit-log.ts';
import type { BackOffice } from './ports/outbound/back-office.ts';
import type { Refusals } from './ports/outbound/refusals.ts';
import type { ManagedVendors } from './ports/outbound/vendor-directory.ts';
import { makeExportLeads, makeListLeads, makeShowLead } from './read-leads.ts';
import { makeReportLeads } from './report.ts';
import { makeVendorActivity } from './vendor-activity.ts';
import { makeAddVendor, makeListVendors } from './vendors.ts';

export interface OperatorPorts extends KeyPorts {
  readonly vendors: ManagedVendors;
  readonly backOffice: BackOffice;
  readonly audit: AuditLog;
  /** Absent with a store that does not count them. */
  readonly refusals?: Refusals | undefined;
  /** Absent with a store that keeps no webhooks. */
  readonly webhooks?: HookPorts | undefined;
}

/** Everything an operator can do. */
export const makeOperatorUseCases = (ports: OperatorPorts): OperatorUseCases => ({
  ...(ports.webhooks ? makeHookUseCases({ ...ports, ...ports.webhooks }) : noWebhooks),
  addVendor: makeAddVendor(ports),
  listVendors: makeListVendors(ports.vendors),
  issueKey: makeIssueKey(ports),
  listKeys: makeListKeys(ports.vendors),
  rotateKey: makeRotateKey(ports),
  revokeKey: makeRevokeKey(ports),
  showLead: makeShowLead(ports.backOffice),
  listLeads: makeListLeads(ports),
  moveLead: makeMoveLead({ ...ports, knownHooks: hooksOf(ports) }),
  eraseLead: makeEraseLead(ports),
  findContact: makeFindContact(ports.backOffice),
  findContacts: makeFindContacts(ports.backOffice),
  editContact: makeEditContact(ports),
  planMerge: makePlanMerge(ports),
  mergeContacts: makeMergeContacts(ports),
  eraseContact: makeEraseContact(ports),
  assignLead: makeAssignLead(ports),
  moveLeads: makeMoveLeads(makeMoveLead({ ...ports, knownHooks: hooksOf(ports) }), makeListLeads(ports)),
  exportLeads: makeExportLeads(ports),
  reportLeads: makeReportLeads(ports.backOffice),
  lookAtContact: makeLookAtContact(ports),
  vendorActivity: makeVendorActivity(ports),
  readAudit: (query) => ports.audit.entries(query),
});

/** An operator's order is rare: it asks the store each time. */
const hooksOf = ({ webhooks }: OperatorPorts): KnownHooks =>
  webhooks ? () => webhooks.hooks.hooks() : noHooks;

const refuseHooks = async (): Promise<never> => {
  throw new Refused('no-hooks', 'This store keeps no webhooks.');
};

const noWebhooks: HookUseCases = {
  addHook: refuseHooks,
  listHooks: refuseHooks,
  testHook: refuseHooks,
  hookLog: refuseHooks,
  leadDeliveries: async () => [],
  replayHook: refuseHooks,
  rotateHook: refuseHooks,
  pauseHook: refuseHooks,
  resumeHook: refuseHooks,
  removeHook: refuseHooks,
};
