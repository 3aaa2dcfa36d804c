import type { Db } from 'mongodb';
import type { SaidValue } from '../../../../domain/contact.ts';
import { saidValues, withFormer } from '../../../../domain/mended-contact.ts';
import { operatorRead } from '../connection/write-each.ts';
import { customersOf, replaceContact } from '../contacts/change-contact.ts';
import { familyOf } from '../contacts/find-contacts.ts';
import { contactFrom, contactsOf } from '../contacts/stored-contact.ts';
import { auditOf } from '../desk/stored-audit-entry.ts';
import { dealsOf } from '../leads/stored-deal.ts';
import { each, type UpgradeStep } from './upgrade-step.ts';

/**
 * Gives the contacts that operators edited or merged, as the audit log says, their former values: by these a lead knows
 * what was mended of it, and because of these the contact is found by what is right. Likewise where a lead was erased: the
 * contact is found by what no other says. Comes after the leads, which have their customers then.
 */
export const mendedStep: UpgradeStep = {
  name: 'mended',
  async run({ connection, dryRun, progress }) {
    const mended = await connection.use(mendedFields);
    let looked = 0;
    const changed = await each([...mended], async ([id, fields]) => {
      const isChanged = await connection.use((db) => giveFormer(db, id, fields, dryRun));
      looked += 1;
      progress(looked, mended.size);
      return isChanged;
    });
    return { looked, changed: changed.filter(Boolean).length };
  },
};

/** Of each contact that was edited or merged, the fields; none of one of which a lead was erased. */
async function mendedFields(db: Db): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const entries = auditOf(db).find(
    { action: { $in: ['contact.edit', 'contact.merge'] }, outcome: 'done' },
    { ...operatorRead, projection: { on: 1, action: 1, fields: 1 } },
  );
  const found = new Map<string, Set<string>>();
  for await (const { on, action, fields = [] } of entries) {
    const known = found.get(on) ?? new Set();
    for (const field of action === 'contact.merge' ? ['firstName'] : fields) known.add(field);
    found.set(on, known);
  }
  const erasures = { action: 'lead.erase', outcome: 'done' } as const;
  const leadIds = await auditOf(db).distinct('on', erasures, operatorRead);
  for (const id of await dealsOf(db).distinct('contactId', { _id: { $in: leadIds } }, operatorRead))
    if (!found.has(id)) found.set(id, new Set());
  return found;
}

/**
 * What a contact said first is what its oldest lead says. A name is also its own if the lead has an email that the contact
 * holds: others may share the phone.
 */
async function giveFormer(
  db: Db,
  contactId: string,
  fields: ReadonlySet<string>,
  dryRun: boolean,
): Promise<boolean> {
  const { contact: stored, ids } = await familyOf(db, contactId);
  if (!stored?.keys || stored.former) return false;
  const contact = contactFrom(stored);
  const said = await customersOf(db, ids);
  const own = said.filter((customer) =>
    saidValues(customer).some((value) => value.startsWith('e:') && contact.keys.some((key) => key === value)),
  );
  const values = [...said.slice(0, 1), ...own].flatMap(saidValues);
  const after = withFormer(contact, values.filter(isOf(fields)), said);
  if (!after.former) return false;
  return dryRun || (await replaceContact(contactsOf(db), stored, after)) === 'done';
}

const isOf = (fields: ReadonlySet<string>) => (value: SaidValue) =>
  value.startsWith('n:')
    ? fields.has('firstName') || fields.has('lastName')
    : fields.has(value.startsWith('e:') ? 'email' : 'phone');
