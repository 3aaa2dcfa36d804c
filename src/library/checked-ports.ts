import { isRequestId } from '../adapters/inbound/http/request-id.ts';
import type { GetLeadStatus, SubmitLead } from '../application/ports/inbound/vendor.ts';
import type { ApiKeyDirectory } from '../application/ports/outbound/api-key-directory.ts';
import type { Crm } from '../application/ports/outbound/crm.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { Clock, NewLeadId } from '../application/ports/outbound/runtime.ts';
import type { ManagedVendors } from '../application/ports/outbound/vendor-directory.ts';
import { Lead } from '../domain/lead.ts';
import {
  account,
  addedOrEarlier,
  addedOrTaken,
  BrokenPort,
  earlierDeal,
  ifAny,
  isDate,
  isText,
  knownKey,
  outcome,
  ownedStatus,
  quota,
  text,
} from './port-answers.ts';

/**
 * The compiler does not see what an adapter in JavaScript, or behind `any`, resolves to, nor what any adapter throws.
 * These ports throw BrokenPort for what would acknowledge a lead that is lost, let vendors share their leads, or pass
 * a fault off as the vendor's mistake.
 */

export const checkedCrm = (crm: Crm): Crm => ({
  upsertContact: (customer) => outcome('Crm.upsertContact', () => crm.upsertContact(customer), text),
  addDeal: (deal) => outcome('Crm.addDeal', () => crm.addDeal(deal), addedOrEarlier),
  earlierDeal: (vendorId, key) =>
    outcome('Crm.earlierDeal', () => crm.earlierDeal(vendorId, key), ifAny(earlierDeal)),
  statusOf: (leadId) => outcome('Crm.statusOf', () => crm.statusOf(leadId), ifAny(ownedStatus)),
});

/** `find` of a directory that has been given as the port `name`. */
export const checkedFind = (name: string, directory: ApiKeyDirectory): ApiKeyDirectory => ({
  find: (digest) => outcome(`${name}.find`, () => directory.find(digest), ifAny(knownKey)),
});

export const checkedQuota =
  (takeQuota: TakeQuota): TakeQuota =>
  (vendorId) =>
    outcome('takeQuota', () => takeQuota(vendorId), quota);

/** No account is reported, and no key handed out, that the directory does not say it keeps. */
export const checkedVendors = (vendors: ManagedVendors): ManagedVendors => ({
  add: (vendor) => outcome('vendors.add', () => vendors.add(vendor), addedOrTaken),
  account: (idOrName) => vendors.account(idOrName),
  holderOf: (keyId) => vendors.holderOf(keyId),
  accounts: () => vendors.accounts(),
  changeKeys: (vendorId, change) =>
    outcome('vendors.changeKeys', () => vendors.changeKeys(vendorId, change), ifAny(account)),
});

/** A request's id goes into headers and the log: one that does not fit there is replaced. */
export const checkedRequestId =
  (newRequestId: () => string, substitute: () => string, warn: (message: string) => void) => (): string => {
    try {
      const id = newRequestId();
      if (isRequestId(id)) return id;
      warn('newRequestId gave no 1 to 128 letters, digits and ._:- and is replaced by random ids.');
    } catch {
      warn('newRequestId failed and is replaced by random ids.');
    }
    return substitute();
  };

export const checkedLeadId =
  (newLeadId: NewLeadId): NewLeadId =>
  () =>
    text(newLeadId(), 'newLeadId');

export const checkedClock =
  (clock: Clock): Clock =>
  () => {
    const now = clock();
    if (isDate(now)) return now;
    throw new BrokenPort('clock', 'no Date');
  };

export const checkedSubmission =
  (submitLead: SubmitLead): SubmitLead =>
  async (submission) => {
    requireVendor(submission.vendorId);
    if (submission.lead instanceof Lead) return submitLead(submission);
    throw new TypeError('submitLead takes a Lead: make one with Lead.parse(draft)');
  };

export const checkedQuery =
  (getLeadStatus: GetLeadStatus): GetLeadStatus =>
  async (query) => {
    requireVendor(query.vendorId);
    return getLeadStatus(query);
  };

function requireVendor(vendorId: string): void {
  if (!isText(vendorId)) throw new TypeError('vendorId has to be the id of a vendor');
}
