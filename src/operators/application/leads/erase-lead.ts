import { identityKeys } from '../../../domain/contact.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { customersOf } from '../../domain/work/worked-deal.ts';
import { audited } from '../audited.ts';
import { removeRemains } from '../erased-remains.ts';
import { unknownLead } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { Erased } from '../ports/records.ts';
import { forgetHeld } from '../sources/held-of-customer.ts';
import { forgetAddresses, forgetRefused } from '../vendors/refused-requests.ts';
import type { ChangeLeadPorts } from './change-leads.ts';
import { endFollowUps } from './note-lead.ts';

/**
 * Erases for good what one lead says about its customer, where other people share the contact, which stays as
 * it is. The lead still returns its status. May be repeated.
 */
export type EraseLead = (order: { readonly leadId: string; readonly by: By }) => Promise<Erased>;

export const makeEraseLead =
  (ports: ChangeLeadPorts & Needs<'erasure' | 'refusals' | 'remains' | 'sourceParts'>): EraseLead =>
  async ({ leadId: given, by }) => {
    const leadId = plainId(given);
    // Checked before the audit log is written: a mistyped id may be a customer's address.
    const kept = await ports.leads.lead(leadId);
    if (!kept) throw unknownLead();
    const ended = await endFollowUps(ports, [kept.deal], by);
    const held = await audited(ports, { by, action: 'lead.erase', on: leadId }, async () => {
      await forgetRefused(ports, [kept.deal]); // first, while the lead still has the id
      const customers = customersOf(kept.deal);
      await forgetAddresses(ports, customers);
      const forgotten = await forgetHeld(ports, customers.flatMap(identityKeys));
      await ports.erasure.eraseLead(leadId, ports.clock());
      return forgotten;
    });
    return { ended, held, owed: await removeRemains(ports) };
  };
