import type {
  ContactSearch,
  Correction,
  DecideContact,
  KeptContacts,
} from '#operators/application/ports/outbound/kept-contacts.ts';
import type { ChangedContact, ContactRecord } from '#operators/application/ports/records.ts';
import {
  correctedDeal,
  mergedContact,
  replacedByEdit,
  replacedByMerge,
  type SaidValue,
} from '#operators/domain/work/mended-contact.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import {
  changeContact,
  contactsWith,
  presentId,
} from '../../../../../adapters/outbound/sqlite/contact-rows.ts';
import { contactFromJson } from '../../../../../domain/as-json.ts';
import type { Contact, IdentityKey } from '../../../../../domain/contact.ts';
import { nameParts } from '../../../../../domain/name.ts';
import { changeDeal, withAllDeals, withSomeDeals } from '../leads/deal-rows.ts';
import { keyWord } from '../leads/words.ts';
import { type Condition, condition, joined } from '../tables/condition.ts';
import { announce as announceIn } from '../webhooks/delivery-rows.ts';
import { contactWithId, emptyContact } from './contact-records.ts';

/** Contacts on the CRM's own tables. Each unit of work is seen by others as a whole. */
export class SqliteContacts implements KeptContacts {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  contact(sought: { id: string } | { key: IdentityKey }): Promise<ContactRecord | undefined> {
    return this.#file.read((db) => {
      const contactId = 'id' in sought ? presentId(db, sought.id) : contactsWith(db, [sought.key])[0]?.id;
      if (contactId === undefined) return undefined;
      const { contact, erased } = contactWithId(db, contactId);
      const { deals = 0 } = db.one<{ deals: number }>(dealCount, [contactId]) ?? {};
      const merged = db.all<{ id: string }>(mergedInto, [contactId]).map(({ id }) => id);
      const others = merged.length > 0 ? { merged } : {};
      return contact || erased || deals > 0 ? { contactId, contact, erased, deals, ...others } : undefined;
    });
  }

  async contacts(sought: ContactSearch): Promise<readonly Contact[]> {
    const { sql, values } = 'name' in sought ? named(sought.name) : withKey(sought.key);
    return this.#file.list(
      `SELECT contact FROM contacts WHERE contact IS NOT NULL AND (${sql}) ORDER BY id LIMIT ?`,
      [...values, sought.limit],
      ({ contact }: { readonly contact: string }) => contactFromJson(contact),
    );
  }

  /** Corrects the contact and the first of its leads in one unit, and further leads in the units that follow. */
  async changeContact(
    contactId: string,
    keys: readonly IdentityKey[],
    decide: DecideContact,
    correction: Correction,
  ): Promise<ChangedContact | undefined> {
    let changed: ChangedContact | undefined;
    await this.#file.writeInSteps((db, mended) => {
      const { contact: present } = contactWithId(db, presentId(db, contactId));
      if (!present) return undefined;
      if (mended === 0) changed = change(db, present, keys, decide);
      if (!changed) return undefined;
      const replaced = replacedByEdit(changed.before, changed.after);
      const contact = mended === 0 ? changed.after : present;
      return replaced.length === 0
        ? undefined
        : withSomeDeals(db, [contact.id], mended, (deal) =>
            correct(db, deal, { contact, replaced, ...correction }),
          );
    });
    return changed;
  }

  /** Merges lead by lead. The contacts become one with the last lead; until then, the same call continues. */
  merge(keptId: string, goneId: string, correction: Correction): Promise<void> {
    return this.#file.writeInSteps((db, after) => {
      const { contact: kept } = contactWithId(db, presentId(db, keptId));
      const { contact: gone } = contactWithId(db, goneId);
      if (!kept || !gone || kept.id === gone.id) return undefined;
      const whole = mergedContact(kept, gone);
      const replaced = replacedByMerge(gone, whole);
      const move = (deal: WorkedDeal) => correct(db, deal, { contact: whole, replaced, ...correction });
      const next = withSomeDeals(db, replaced.length > 0 ? [kept.id, gone.id] : [gone.id], after, move);
      if (next !== undefined) return next;
      withAllDeals(db, gone.id, move);
      emptyContact(db, gone, { mergedInto: kept.id });
      changeContact(db, kept, whole);
      db.run('UPDATE contacts SET merged_into = ? WHERE merged_into = ?', [kept.id, gone.id]);
      return undefined;
    });
  }
}

const dealCount = 'SELECT count(*) AS deals FROM deals WHERE contact_id = ?';
const mergedInto = 'SELECT id FROM contacts WHERE merged_into = ?';

/** Contacts that hold or show the key, or have a lead with it. */
const withKey = (key: IdentityKey): Condition =>
  condition(
    `id IN (
      SELECT contact_id FROM contact_keys WHERE key = ?
      UNION SELECT contact_id FROM deal_words JOIN deals USING (number) WHERE word = ?
    )`,
    key,
    keyWord(key),
  );

/** Contacts with this name, as the domain's `hasName` says. */
function named(name: string): Condition {
  const parts = nameParts(name).map((part) => condition('instr(named, ?) > 0', part));
  return parts.length > 0 ? joined(parts, 'AND') : condition('FALSE');
}

function change(
  db: Database,
  before: Contact,
  keys: readonly IdentityKey[],
  decide: DecideContact,
): ChangedContact {
  const others = contactsWith(db, keys).filter(({ id }) => id !== before.id);
  const after = decide(before, others);
  changeContact(db, before, after);
  return { before, after };
}

interface Correcting extends Correction {
  readonly contact: Contact;
  readonly replaced: readonly SaidValue[];
}

/** Gives a lead to the contact, and corrects its customer. */
function correct(db: Database, deal: WorkedDeal, { contact, replaced, now, announce }: Correcting): void {
  const at = now();
  const after = correctedDeal(deal, contact, replaced, at);
  if (after === deal) return;
  changeDeal(db, deal, after);
  announceIn(db, announce(after, at));
}
