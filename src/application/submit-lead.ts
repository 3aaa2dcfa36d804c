import { type Idempotency, isSameLead, openDeal } from '../domain/deal.ts';
import { isIdempotencyKey } from '../domain/idempotency-key.ts';
import { initialStatus } from '../domain/lead-status.ts';
import { asPromised, brokenBy } from './port-answers.ts';
import {
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  type Receipt,
  type SubmitLead,
} from './ports/inbound/vendor.ts';
import type { AnnounceLead } from './ports/outbound/announce-lead.ts';
import type { Crm, EarlierDeal } from './ports/outbound/crm.ts';
import { BrokenPort, Fault, isId } from './ports/outbound/fault.ts';
import type { Clock, Digest, NewLeadId } from './ports/outbound/runtime.ts';

export interface SubmitLeadPorts<Announced = unknown> {
  readonly crm: Pick<Crm<Announced>, 'earlierDeal' | 'addLead' | 'statusOf'>;
  readonly newLeadId: NewLeadId;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly announce: AnnounceLead<Announced>;
}

/** Makes the use case. */
export function makeSubmitLead<Announced>(ports: SubmitLeadPorts<Announced>): SubmitLead {
  const { crm, newLeadId, clock, digest, announce } = ports;
  return async ({ lead, vendorId, keyId, idempotencyKey, asItCame }) => {
    const key = idempotencyKey ?? undefined;
    if (key !== undefined && !isIdempotencyKey(key)) throw new MalformedIdempotencyKey('not 1 to 255 ASCII');
    const idempotency = key === undefined ? undefined : { key, fingerprint: digest(lead.content) };

    const earlier = idempotency && (await crm.earlierDeal(vendorId, idempotency.key));
    if (earlier) return replayOf(asPromised('crm.earlierDeal', earlier), idempotency);

    const id = newLeadId();
    const opening = { id, vendorId, keyId, receivedAt: clock(), idempotency };
    const { announced, ring } = await announce({ ...opening, status: initialStatus });
    const outcome = await crm.addLead({
      customer: lead.customer,
      dealOf: (contactId) => openDeal(lead, { ...opening, contactId: idGiven(contactId) }),
      announced,
      asItCame,
    });
    ring();
    if (outcome === 'added') return { leadId: id, replayed: false };
    const fault = brokenBy('crm.addLead', outcome);
    if (!fault) return replayOf(outcome, idempotency);
    if ((await crm.statusOf(id))?.vendorId !== vendorId) throw fault;
    return { leadId: id, replayed: false, fault }; // the lead is kept: after an error, it would be sent again
  };
}

/** The id of a contact. Throws BrokenPort if the CRM gave something else: no deal could ever be found by it. */
function idGiven(contactId: string): string {
  if (isId(contactId)) return contactId;
  throw new BrokenPort('crm.addLead', 'the id of the contact, as text', 'give dealOf');
}

/** The CRM returned a deal that is not the earlier one. */
class ForeignDeal extends Fault {
  override readonly name = 'ForeignDeal';
}

/**
 * The receipt of the earlier deal. Throws if the CRM returned a deal with another key: as an answer, that would
 * lose this lead.
 */
function replayOf(first: EarlierDeal, sent: Idempotency | undefined): Receipt {
  if (!sent || first.idempotency?.key !== sent.key)
    throw new ForeignDeal(
      'the CRM named an earlier deal that has another idempotency key, or none',
      first.id,
    );
  if (!isSameLead(first.idempotency, sent))
    throw new IdempotencyKeyReused('this key was already used for another lead');
  return { leadId: first.id, replayed: true };
}
