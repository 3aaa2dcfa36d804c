import { type ContactField, contactFields } from '../../domain/work/contact-edit.ts';
import type { Mended } from './ports/inbound/contact-use-cases.ts';
import type { AuditLog } from './ports/outbound/audit-log.ts';

/** Edits of one contact that are looked through. */
const MOST_EDITS = 20;

/** Who edited each field of the contact last, if the audit log says it: a lead fills blanks, too. */
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
