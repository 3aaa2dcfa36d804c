import {
  type Customer,
  emailKey,
  type IdentityKey,
  identityKeys,
  phoneKey,
} from '../../../domain/contact.ts';
import { EmailAddress } from '../../../domain/email-address.ts';
import { BrokenRule } from '../../../domain/invalid-lead.ts';
import { PhoneNumber } from '../../../domain/phone-number.ts';
import { labelText } from '../../../domain/text.ts';
import { configuredVendorId, isConfiguredVendorId } from '../../../domain/vendor.ts';
import { plainName } from '../../domain/work/vendor-account.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import type { Needs } from '../operator-ports.ts';
import type { RefusedRequest } from '../ports/outbound/refusals.ts';
import { vendorIdOf } from './vendor-meant.ts';

/** Lists the last fifty refused requests of a vendor, newest first; empty if the store keeps none. */
export type ListRefusals = (query: {
  readonly vendor: string;
}) => Promise<{ readonly vendorId: string; readonly requests: readonly RefusedRequest[] }>;

export const makeListRefusals =
  (ports: Needs<'leads' | 'vendors' | 'refusals'>): ListRefusals =>
  async ({ vendor }) => {
    const requestsOf = async (vendorId: string) => (await ports.refusals?.requests(vendorId)) ?? [];
    // A vendor from the configuration whose every request was refused is known by those alone.
    const named = isConfiguredVendorId(vendor) ? vendor : configuredVendorId(plainName(vendor));
    const account = await ports.vendors.account(plainName(vendor));
    const requests = account ? [] : await requestsOf(named);
    if (requests.length > 0) return { vendorId: named, requests };
    const vendorId = await vendorIdOf(vendor, ports);
    return { vendorId, requests: await requestsOf(vendorId) };
  };

/** The requests about this lead among those of its vendor. */
export const refusedOf = (
  { externalId }: Pick<WorkedDeal, 'externalId'>,
  requests: readonly RefusedRequest[],
): readonly RefusedRequest[] =>
  externalId === undefined ? [] : requests.filter((each) => each.externalId === labelText(externalId));

/**
 * Removes refused requests in which a vendor's own id for the lead is, or has, an email or phone of these customers:
 * a vendor without ids of its own sends those. It looks through the requests of all vendors, fifty of each at most.
 */
export async function forgetAddresses(
  { refusals }: Needs<'refusals'>,
  customers: readonly Pick<Customer, 'email' | 'phone'>[],
): Promise<void> {
  const keys = new Set(customers.flatMap(identityKeys));
  const asKept = customers.flatMap(({ email, phone }) => [email?.value, email?.identity, phone?.value]);
  const texts = asKept.flatMap((text) => (text ? labelText(text) : []));
  if (!refusals || keys.size === 0) return;
  for (const { vendorId } of await refusals.latest()) {
    const found = (await refusals.requests(vendorId)).flatMap(({ externalId = '' }) =>
      addressKeys(externalId).some((key) => keys.has(key)) ? [externalId] : [],
    );
    await refusals.forget(vendorId, [...new Set([...texts, ...found])]);
  }
}

/** The keys of a text that is an email or a phone, or has one among its words. */
const addressKeys = (text: string): IdentityKey[] =>
  [text, ...text.split(/[\s<>()[\],;:|=]+/)]
    .flatMap((word) => [() => emailKey(EmailAddress.parse(word)), () => phoneKey(PhoneNumber.parse(word))])
    .flatMap((read) => {
      try {
        return [read()];
      } catch (error) {
        if (error instanceof BrokenRule) return [];
        throw error;
      }
    });

/**
 * Removes the vendors' own ids of these leads from refused requests: earlier tries to send a lead have its id
 * as well.
 */
export async function forgetRefused(
  { refusals }: Needs<'refusals'>,
  leads: readonly Pick<WorkedDeal, 'vendorId' | 'externalId'>[],
): Promise<void> {
  const ofVendors = Map.groupBy(leads, ({ vendorId }) => vendorId);
  for (const [vendorId, some] of ofVendors) {
    const externalIds = some.flatMap(({ externalId }) => (externalId ? labelText(externalId) : []));
    if (externalIds.length > 0) await refusals?.forget(vendorId, externalIds);
  }
}
