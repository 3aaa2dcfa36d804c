import type { VendorAccount } from '../../domain/vendor.ts';
import { Refused } from '../domain/refused.ts';
import { plainName, unknownKey } from '../domain/work/vendor-account.ts';
import type { VendorDirectory } from './ports/outbound/vendor-directory.ts';

/**
 * Refusals of an operator's use cases for ids and names that do not exist. No message repeats the text: it may
 * be a key or a customer's address.
 */

export const unknownLead = (): Refused => new Refused('unknown-lead', 'No lead has this id.');

export const unknownContact = (): Refused =>
  new Refused(
    'unknown-contact',
    'No contact was found. Each is found by its email, phone or id; one that was erased only by its id, which its leads still show.',
  );

/** The refusal for an email or phone that stands in so many held leads and nowhere else. */
export const onlyHeld = (count: number): Refused =>
  new Refused(
    'only-held',
    `No contact has this, but it stands in ${count === 1 ? 'a lead that is held' : `${count} leads that are held`}.`,
  );

/** The refusal for the contact that was to be merged into another. */
export const unknownPartner = (): Refused =>
  new Refused('unknown-partner', 'The other contact does not exist: no contact has its id.');

export const unknownVendor = (): Refused =>
  new Refused('unknown-vendor', 'No vendor has this id or exact name.');

/** The refusal of an order that has an earlier order's name but asks for something else. */
export const otherOrder = (): Refused =>
  new Refused(
    'idempotency-key-reused',
    'This Idempotency-Key was used for another order: a new one needs its own.',
  );

/** The vendor with this id or exact name. Throws Refused if there is none. */
export async function requireVendor(
  vendors: Pick<VendorDirectory, 'account'>,
  idOrName: string,
): Promise<VendorAccount> {
  const account = await vendors.account(plainName(idOrName));
  if (!account) throw unknownVendor();
  return account;
}

/** The vendor that has this key. Throws Refused if no vendor has it. */
export async function requireKeyHolder(
  vendors: Pick<VendorDirectory, 'holderOf'>,
  keyId: string,
): Promise<VendorAccount> {
  const holder = await vendors.holderOf(keyId);
  if (!holder) throw unknownKey();
  return holder;
}
