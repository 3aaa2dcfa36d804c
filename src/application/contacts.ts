import { emailKey, phoneKey } from '../domain/contact.ts';
import { Refused } from '../domain/refused.ts';
import { type AuditPorts, audited } from './audited.ts';
import { unknownContact } from './not-found.ts';
import type { ContactSought, EraseContact, FindContact } from './ports/inbound/operator.ts';
import type { BackOffice } from './ports/outbound/back-office.ts';

export const makeFindContact =
  (backOffice: Pick<BackOffice, 'contact'>): FindContact =>
  async (sought) => {
    const found = await backOffice.contact(idOrKey(sought));
    if (!found) throw 'phone' in sought ? unknownPhone() : unknownContact();
    return found;
  };

function idOrKey(sought: ContactSought) {
  if ('contactId' in sought) return { id: sought.contactId };
  return { key: 'email' in sought ? emailKey(sought.email) : phoneKey(sought.phone) };
}

export const makeEraseContact =
  (ports: AuditPorts & { readonly backOffice: Pick<BackOffice, 'contact' | 'erase'> }): EraseContact =>
  async ({ contactId, by }) => {
    // Checked before the audit log is written: a mistyped id may be a customer's address.
    if (!(await ports.backOffice.contact({ id: contactId }))) throw unknownContact();
    return audited(ports, { by, action: 'contact.erase', on: contactId }, () =>
      ports.backOffice.erase(contactId, ports.clock()),
    );
  };

const unknownPhone = (): Refused =>
  new Refused(
    'unknown-contact',
    'No contact was found for this phone. A customer who shares a phone with an earlier contact is found by email or id.',
  );
