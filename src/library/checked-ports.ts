import type { SubmitLead } from '../application/ports/inbound/vendor.ts';
import type { ApiKeyDirectory, KnownKey } from '../application/ports/outbound/api-key-directory.ts';
import type { Crm } from '../application/ports/outbound/crm.ts';
import type { NewLeadId } from '../application/ports/outbound/runtime.ts';
import type { Repeat } from '../domain/deal.ts';
import { type LeadStatus, leadStatuses } from '../domain/lead-status.ts';

/**
 * The compiler does not see what an adapter in JavaScript, or behind `any`, resolves to. These ports throw TypeError
 * for what would acknowledge a lead that is lost, or let vendors share their leads.
 */

export const checkedCrm = (crm: Crm): Crm => ({
  upsertContact: async (customer) => text(await crm.upsertContact(customer), 'Crm.upsertContact'),
  async addDeal(deal) {
    const outcome = await crm.addDeal(deal);
    return outcome === 'added' ? outcome : repeat(outcome, 'Crm.addDeal');
  },
  async earlierDeal(vendorId, sent) {
    const earlier = await crm.earlierDeal(vendorId, sent);
    return earlier ? repeat(earlier, 'Crm.earlierDeal') : undefined;
  },
  async statusOf(leadId, vendorId) {
    const found = await crm.statusOf(leadId, vendorId);
    return found ? status(found, 'Crm.statusOf') : undefined;
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

export const checkedSubmission =
  (submitLead: SubmitLead): SubmitLead =>
  async (submission) => {
    text(submission.vendorId, 'the caller of submitLead');
    return submitLead(submission);
  };

function text<T extends string>(given: T, from: string): T {
  if (typeof given === 'string' && given !== '') return given;
  throw new TypeError(`${from} gave no text`);
}

function status(given: LeadStatus, from: string): LeadStatus {
  if (leadStatuses.includes(given)) return given;
  throw new TypeError(`${from} gave no status of a lead`);
}

function repeat(given: Repeat, from: string): Repeat {
  if (given?.outcome === 'conflict') return given;
  if (given?.outcome !== 'replayed') throw new TypeError(`${from} gave no outcome`);
  text(given.leadId, from);
  return given;
}

function knownKey(given: KnownKey, from: string): KnownKey {
  text(given.vendor?.id, from);
  const expires = given.expires ?? undefined;
  if (expires === undefined || (expires instanceof Date && !Number.isNaN(expires.getTime()))) return given;
  throw new TypeError(`${from} gave an expiry that is no date`);
}
