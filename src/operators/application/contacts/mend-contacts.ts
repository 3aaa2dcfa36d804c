import { type Contact, identityKeys, shownKeys } from '../../../domain/contact.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { leadCorrected } from '../../domain/events/lead-event.ts';
import { Refused } from '../../domain/refused.ts';
import {
  type ContactDraft,
  type ContactField,
  changedFields,
  EditOvertaken,
  editContact,
  overtakenFields,
  parseEdit,
} from '../../domain/work/contact-edit.ts';
import { mergedContact } from '../../domain/work/mended-contact.ts';
import { type AuditPorts, audited, looked } from '../audited.ts';
import { announce } from '../events/known-hooks.ts';
import { lastEdits } from '../last-edits.ts';
import { unknownContact, unknownPartner } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { Correction, DecideContact } from '../ports/outbound/kept-contacts.ts';
import type { ChangedContact, ContactRecord } from '../ports/records.ts';

type MendPorts = AuditPorts & Needs<'contacts' | 'knownHooks' | 'ringBell'>;

/**
 * Corrects a contact. An empty value empties a field. A changed email or phone replaces the key by which leads
 * find the contact. An email that another contact has is refused; a phone may be another contact's, and leads
 * with it stay with that contact. Throws EditOvertaken and KeyHeld, which are Refused.
 */
export type EditContact = (order: {
  readonly contactId: string;
  readonly draft: ContactDraft;
  /** The values that the author saw, also of fields that they do not change. */
  readonly seen?: ContactDraft | undefined;
  readonly by: By;
}) => Promise<ChangedContact & { readonly fields: readonly ContactField[] }>;

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
      const decide: DecideContact = (contact, others) => {
        overtaken = overtakenFields(contact, edit, seen);
        return overtaken.length > 0 ? contact : editContact(contact, edit, others);
      };
      const changed = await telling(ports, (correction) =>
        ports.contacts.changeContact(on, keys, decide, correction),
      );
      if (!changed) throw erased();
      if (overtaken.length > 0) throw new EditOvertaken(overtaken, await lastEditOf(ports, on, overtaken));
      return { ...changed, fields: changedFields(changed.before, changed.after) };
    });
  };

/** Tells webhooks of the leads that the work corrects. */
async function telling<T>(
  { clock, knownHooks, ringBell }: Needs<'clock' | 'knownHooks' | 'ringBell'>,
  work: (correction: Correction) => Promise<T>,
): Promise<T> {
  const hooks = await knownHooks();
  const done = await work({ now: clock, announce: (deal, at) => announce(leadCorrected(deal, at), hooks) });
  if (hooks.length > 0) ringBell();
  return done;
}

/** Resolves to the latest edit of any of these fields. */
async function lastEditOf({ audit }: Needs<'audit'>, on: string, fields: readonly ContactField[]) {
  const mended = await lastEdits(audit, on);
  const edits = fields.flatMap((field) => mended[field] ?? []);
  return edits.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0];
}

/** Shows what a merge would do. The audit log records a look at both contacts. */
export type PlanMerge = (order: MergeOrder & { readonly by: By }) => Promise<MergePlan>;

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

/**
 * Merges two contacts. The kept one keeps its own fields, fills its blanks from the other, and gets the other's
 * email, phone and leads. The other id leads to the kept contact from then on. May be repeated, after a failure
 * or for a lead that came meanwhile.
 */
export type MergeContacts = (order: MergeOrder & { readonly by: By }) => Promise<MergePlan>;

/** Which contact is kept, and which becomes a part of it. */
export interface MergeOrder {
  readonly keptId: string;
  readonly goneId: string;
}

/** The two contacts as they are before a merge, and what the merge fills. */
export interface MergePlan extends MergeOrder {
  readonly kept: ContactRecord;
  /** `undefined` if this contact was merged before. */
  readonly gone: ContactRecord | undefined;
  /** The blanks of the kept contact that the other fills. */
  readonly filled: readonly ContactField[];
}

export const makeMergeContacts =
  (ports: MendPorts): MergeContacts =>
  async ({ by, ...order }) => {
    const plan = await planOf(ports, order);
    const { keptId, goneId } = plan;
    const fields = [...plan.filled, 'keys', 'leads'];
    return audited(ports, { by, action: 'contact.merge', on: keptId, merged: goneId, fields }, async () => {
      await telling(ports, (correction) => ports.contacts.merge(keptId, goneId, correction));
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
