import { type Contact, identityKeys, shownKeys } from '../../../domain/contact.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { Refused } from '../../domain/refused.ts';
import {
  type ContactField,
  changedFields,
  EditOvertaken,
  editContact,
  overtakenFields,
  parseEdit,
} from '../../domain/work/contact-edit.ts';
import { mergedContact } from '../../domain/work/mended-contact.ts';
import { type AuditPorts, audited, looked } from '../audited.ts';
import { lastEdits } from '../last-edits.ts';
import { unknownContact, unknownPartner } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type {
  EditContact,
  MergeContacts,
  MergeOrder,
  MergePlan,
  PlanMerge,
} from '../ports/inbound/contact-use-cases.ts';
import type { ContactRecord } from '../ports/records.ts';

type MendPorts = AuditPorts & Needs<'contacts'>;

export const makeEditContact =
  (ports: MendPorts): EditContact =>
  async ({ contactId, draft, seen = {}, by }) => {
    const edit = parseEdit(draft);
    // Checked before the audit log is written: a mistyped id may be a customer's address.
    const { contactId: on, contact: known } = await requireContact(ports, contactId);
    const keys = [...identityKeys({ email: edit.email, phone: edit.phone }), ...shownKeys(known)];
    const fields = Object.keys(edit);
    return audited(ports, { by, action: 'contact.edit', on, fields }, async () => {
      let overtaken: readonly ContactField[] = [];
      const changed = await ports.contacts.changeContact(on, keys, (contact, others) => {
        overtaken = overtakenFields(contact, edit, seen);
        return overtaken.length > 0 ? contact : editContact(contact, edit, others);
      });
      if (!changed) throw erased();
      if (overtaken.length > 0) throw new EditOvertaken(overtaken, await lastEditOf(ports, on, overtaken));
      return { ...changed, fields: changedFields(changed.before, changed.after) };
    });
  };

/** Resolves to the latest edit of any of these fields. */
async function lastEditOf({ audit }: Needs<'audit'>, on: string, fields: readonly ContactField[]) {
  const mended = await lastEdits(audit, on);
  const edits = fields.flatMap((field) => mended[field] ?? []);
  return edits.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0];
}

export const makePlanMerge =
  (ports: MendPorts): PlanMerge =>
  async ({ by, ...order }) => {
    const plan = await planOf(ports, order);
    const seen = [plan.kept, plan.gone].flatMap((record) => record?.contactId ?? []);
    for (const on of seen) await looked(ports, { by, action: 'contact.show', on });
    return plan;
  };

/** Resolves to the effects of a merge. Throws Refused if the two contacts cannot become one. */
async function planOf(ports: Needs<'contacts'>, order: MergeOrder): Promise<MergePlan> {
  const [keptId, goneId] = [plainId(order.keptId), plainId(order.goneId)];
  const kept = await requireContact(ports, keptId);
  const gone = await requireContact(ports, goneId, unknownPartner);
  if (keptId === goneId || goneId === kept.contactId)
    throw new Refused('same-contact', 'Both ids are those of the same contact.');
  if (kept.contactId !== keptId)
    throw new Refused('contact-gone', `The contact to keep was merged into ${kept.contactId}: give that id.`);
  if (gone.contactId === keptId) return { keptId, goneId, kept, gone: undefined, filled: [] };
  if (gone.contactId !== goneId)
    throw new Refused('contact-gone', `The other contact was merged into ${gone.contactId}: give that id.`);
  const filled = changedFields(kept.contact, mergedContact(kept.contact, gone.contact));
  return { keptId, goneId, kept, gone, filled };
}

export const makeMergeContacts =
  (ports: MendPorts): MergeContacts =>
  async ({ by, ...order }) => {
    const plan = await planOf(ports, order);
    const { keptId, goneId } = plan;
    const fields = [...plan.filled, 'keys', 'leads'];
    return audited(ports, { by, action: 'contact.merge', on: keptId, merged: goneId, fields }, async () => {
      await ports.contacts.merge(keptId, goneId, ports.clock());
      return plan;
    });
  };

type Kept = ContactRecord & { readonly contact: Contact };

async function requireContact(
  { contacts }: Needs<'contacts'>,
  id: string,
  unknown = unknownContact,
): Promise<Kept> {
  const found = await contacts.contact({ id: plainId(id) });
  if (!found) throw unknown();
  const { contact } = found;
  if (!contact) throw erased();
  return { ...found, contact };
}

const erased = (): Refused =>
  new Refused(
    'contact-gone',
    'This contact was erased, or only its leads are left: there is nothing to mend.',
  );
