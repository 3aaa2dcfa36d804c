import { type ContactField, contactFields } from '../domain/work/contact-edit.ts';
import type { Author } from '../domain/work/person.ts';
import type { AuditLog } from './ports/outbound/audit-log.ts';

/** Who last edited each field of a contact, and when, as far as it is known. */
export type Mended = { readonly [F in ContactField]?: Author & { readonly at: Date } };

/** The most edits of a contact that are read. */
const MOST_EDITS = 20;

/**
 * Resolves to who last edited each field of a contact. Fields that a lead filled, or that nobody edited, are
 * absent.
 */
export async function lastEdits(audit: Pick<AuditLog, 'entries'>, contactId: string): Promise<Mended> {
  const entries = await audit.entries({ on: contactId, action: 'contact.edit', limit: MOST_EDITS });
  const done = entries.filter(({ outcome }) => outcome === 'done');
  const last = (field: ContactField) => done.find(({ fields }) => fields?.includes(field));
  return Object.fromEntries(
    contactFields.flatMap((field) => {
      const { by, byId, at } = last(field) ?? {};
      return by === undefined || at === undefined ? [] : [[field, { by, byId, at }]];
    }),
  );
}
