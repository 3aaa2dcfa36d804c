import { emailKey, type IdentityKey, phoneKey } from '../../../domain/contact.ts';
import type { EmailAddress } from '../../../domain/email-address.ts';
import type { PhoneNumber } from '../../../domain/phone-number.ts';
import { type HeldLead, heldSince } from '../../../domain/sources/held-lead.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { removeRemains } from '../erased-remains.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { HeldSummary } from '../ports/outbound/managed-sources.ts';
import type { OwedRemains } from '../ports/outbound/remains.ts';
import { forgetAddresses } from '../vendors/refused-requests.ts';

/** Held leads of one customer: those in whose text an email or phone of the customer stands. */

/** An email or phone, or neither for all. */
export interface HeldSought {
  readonly email?: EmailAddress | undefined;
  readonly phone?: PhoneNumber | undefined;
}

type HeldPorts = Needs<'sourceParts' | 'clock'>;

/** More held leads than a customer has. */
const MOST = 10_000;

/** The keys of what is sought; `undefined` if nothing is. */
export function keysSought({ email, phone }: HeldSought): readonly IdentityKey[] | undefined {
  return email || phone
    ? [...(email ? [emailKey(email)] : []), ...(phone ? [phoneKey(phone)] : [])]
    : undefined;
}

/** The held leads that have one of these keys, the oldest first. */
export async function heldWith(
  { sourceParts, clock }: HeldPorts,
  identities: readonly IdentityKey[],
): Promise<readonly HeldSummary[]> {
  if (!sourceParts || identities.length === 0) return [];
  return sourceParts.sources.held({ since: heldSince(clock()), identities, limit: MOST });
}

/** The same leads with their texts. */
export async function wholeHeldWith(
  ports: HeldPorts,
  identities: readonly IdentityKey[],
): Promise<readonly HeldLead[]> {
  const whole: HeldLead[] = [];
  for (const { id } of await heldWith(ports, identities)) {
    const held = await ports.sourceParts?.sources.heldLead(id);
    if (held) whole.push(held);
  }
  return whole;
}

/** Removes held leads of customers who are erased. Resolves to how many. */
export async function forgetHeld(
  { sourceParts, clock }: HeldPorts,
  keys: readonly IdentityKey[],
): Promise<number> {
  if (!sourceParts || keys.length === 0) return 0;
  return sourceParts.sources.forgetHeld(keys, clock());
}

/** Erases every held lead in whose text an email or phone stands. Without one, it erases nothing. */
export type EraseHeld = (order: HeldSought & { readonly by: By }) => Promise<ErasedHeld>;

/** How many held leads were erased, and bytes that the store's files still have. */
export interface ErasedHeld {
  readonly held: number;
  readonly owed: OwedRemains | undefined;
}

/**
 * Erases what is held of somebody, who need not have a lead, their email and phone from refused requests, and a contact
 * that no lead has. An erasure that finds nothing held is not recorded.
 */
export const makeEraseHeld =
  (ports: AuditPorts & Needs<'sourceParts' | 'erasure' | 'remains' | 'refusals'>): EraseHeld =>
  async ({ by, email, phone }) => {
    const keys = keysSought({ email, phone }) ?? [];
    await forgetAddresses(ports, [{ email, phone }]);
    await ports.erasure.eraseWithoutDeals?.(keys, ports.clock());
    if ((await heldWith(ports, keys)).length === 0) return { held: 0, owed: await removeRemains(ports) };
    const held = await audited(ports, { by, action: 'held.erase', on: 'held' }, () =>
      forgetHeld(ports, keys),
    );
    return { held, owed: await removeRemains(ports) };
  };
