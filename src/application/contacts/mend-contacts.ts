import { type Contact, identityKeys } from '../../domain/contact.ts';
import {
  type ContactEdit,
  changedFields,
  editContact,
  mergedContact,
  parseEdit,
} from '../../domain/mended-contact.ts';
import { Refused } from '../../domain/refused.ts';
import { type AuditPorts, audited, looked } from '../audited.ts';
import { unknownContact } from '../not-found.ts';
import type {
  EditContact,
  MergeContacts,
  MergeOrder,
  MergePlan,
  PlanMerge,
} from '../ports/inbound/operator.ts';
import type { BackOffice } from '../ports/outbound/back-office.ts';
import type { ContactRecord } from '../ports/records.ts';

interface MendPorts extends AuditPorts {
  readonly backOffice: Pick<BackOffice, 'contact' | 'changeContact' | 'merge'>;
}

export const makeEditContact =
  (ports: MendPorts): EditContact =>
  async ({ contactId, draft, by }) => {
    const edit = parseEdit(draft);
    // As for an erasure: a mistyped id must not enter the audit log.
    const { contactId: on } = await requireContact(ports, contactId);
    const fields = Object.keys(edit);
    return audited(ports, { by, action: 'contact.edit', on, fields }, async () => {
      const changed = await ports.backOffice.changeContact(on, keysOf(edit), (contact, others, said) =>
        editContact(contact, edit, others, said),
      );
      if (!changed) throw erased();
      return { ...changed, fields: changedFields(changed.before, changed.after) };
    });
  };

export const makePlanMerge =
  (ports: MendPorts): PlanMerge =>
  async ({ by, ...order }) => {
    const plan = await planOf(ports, order);
    const seen = [plan.kept, plan.gone].flatMap((record) => record?.contactId ?? []);
    for (const on of seen) await looked(ports, { by, action: 'contact.show', on });
    return plan;
  };

/** Throws Refused if the two cannot become one. */
async function planOf(
  ports: Pick<MendPorts, 'backOffice'>,
  { keptId, goneId }: MergeOrder,
): Promise<MergePlan> {
  const kept = await requireContact(ports, keptId);
  const gone = await requireContact(ports, goneId);
  if (keptId === goneId || goneId === kept.contactId)
    throw new Refused('same-contact', 'Both ids are those of the same contact.');
  if (kept.contactId !== keptId)
    throw new Refused('contact-gone', `The contact to keep was merged into ${kept.contactId}: give that id.`);
  if (gone.contactId === keptId) return { kept, gone: undefined, filled: [] };
  if (gone.contactId !== goneId)
    throw new Refused('contact-gone', `The other contact was merged into ${gone.contactId}: give that id.`);
  return { kept, gone, filled: changedFields(kept.contact, mergedContact(kept.contact, gone.contact, [])) };
}

export const makeMergeContacts =
  (ports: MendPorts): MergeContacts =>
  async ({ keptId, goneId, by }) => {
    const plan = await planOf(ports, { keptId, goneId });
    const fields = [...plan.filled, 'keys', 'leads'];
    return audited(ports, { by, action: 'contact.merge', on: keptId, merged: goneId, fields }, async () => {
      await ports.backOffice.merge(keptId, goneId, ports.clock());
      return plan;
    });
  };

const keysOf = ({ email, phone }: ContactEdit) => identityKeys({ email, phone });

type Kept = ContactRecord & { readonly contact: Contact };

async function requireContact(
  { backOffice }: { readonly backOffice: Pick<BackOffice, 'contact'> },
  id: string,
): Promise<Kept> {
  const found = await backOffice.contact({ id });
  if (!found) throw unknownContact();
  const { contact } = found;
  if (!contact) throw erased();
  return { ...found, contact };
}

const erased = (): Refused =>
  new Refused(
    'contact-gone',
    'This contact was erased, or only its leads are left: there is nothing to mend.',
  );
