import type { GetLeadStatus, SubmitLead } from '../application/ports/inbound/vendor.ts';
import type { ApiKeyDirectory, KnownKey } from '../application/ports/outbound/api-key-directory.ts';
import type { Crm, EarlierDeal } from '../application/ports/outbound/crm.ts';
import type { Clock, NewLeadId } from '../application/ports/outbound/runtime.ts';
import { Lead } from '../domain/lead.ts';

/**
 * The compiler does not see what an adapter in JavaScript, or behind `any`, resolves to. These ports throw BrokenPort
 * for what would acknowledge a lead that is lost, or let vendors share their leads.
 */

/** An adapter gave what its port does not allow. `code` names the method: it is logged, and the message is not. */
class BrokenPort extends TypeError {
  override readonly name = 'BrokenPort';
  readonly code: string;

  constructor(method: string, given: string) {
    super(`${method} gave ${given}`);
    this.code = method;
  }
}

export const checkedCrm = (crm: Crm): Crm => ({
  upsertContact: async (customer) => text(await crm.upsertContact(customer), 'Crm.upsertContact'),
  async addDeal(deal) {
    const outcome = await crm.addDeal(deal);
    return outcome === 'added' ? outcome : earlierDeal(outcome, 'Crm.addDeal');
  },
  async earlierDeal(vendorId, key) {
    const found = await crm.earlierDeal(vendorId, key);
    return found ? earlierDeal(found, 'Crm.earlierDeal') : undefined;
  },
  async statusOf(leadId) {
    const found = await crm.statusOf(leadId);
    if (found) text(found.vendorId, 'Crm.statusOf');
    return found ?? undefined;
  },
});

/** `find` of a directory that has been given as the port `name`. */
export const checkedFind = (name: string, directory: ApiKeyDirectory): ApiKeyDirectory => ({
  async find(digest) {
    const known = await directory.find(digest);
    return known ? knownKey(known, `${name}.find`) : undefined;
  },
});

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

const isText = (given: unknown): boolean => typeof given === 'string' && given !== '';

function text<T extends string>(given: T, from: string): T {
  if (isText(given)) return given;
  throw new BrokenPort(from, 'no text');
}

function earlierDeal(given: EarlierDeal, from: string): EarlierDeal {
  text(given?.id, from);
  return given;
}

function knownKey(given: KnownKey, from: string): KnownKey {
  text(given.vendor?.id, from);
  const expires = given.expires ?? undefined;
  if (expires === undefined || isDate(expires)) return given;
  throw new BrokenPort(from, 'an expiry that is no date');
}

const isDate = (given: unknown): boolean => given instanceof Date && !Number.isNaN(given.getTime());
