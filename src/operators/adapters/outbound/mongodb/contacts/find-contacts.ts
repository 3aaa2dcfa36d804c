import type { Db, Filter } from 'mongodb';
import type { ContactSearch } from '#operators/application/ports/outbound/kept-contacts.ts';
import { contactFrom } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import type { Contact, IdentityKey } from '../../../../../domain/contact.ts';
import { nameParts } from '../../../../../domain/name.ts';
import { soughtKey } from '../leads/sought-keys.ts';
import { dealsOf } from '../leads/stored-work.ts';
import { operatorRead } from '../store/options.ts';
import { contactsOf, type MendedContact } from './stored-contact.ts';
import { firstWithDeals } from './without-deals.ts';

interface PresentContact {
  readonly id: string;
  readonly contact: MendedContact | null;
}

/**
 * Resolves to the contact with this id, or to the one that it is part of now. If there is none, only to the id.
 * For pointers in a circle, which a merge is about to break, to one of them.
 */
export async function presentContact(db: Db, contactId: string): Promise<PresentContact> {
  const passed = new Set<string>();
  for (let id = contactId; ; ) {
    const contact = await contactsOf(db).findOne({ _id: { $eq: id } }, operatorRead);
    if (!contact?.mergedInto || passed.has(contact.mergedInto)) return { id, contact };
    passed.add(id);
    id = contact.mergedInto;
  }
}

/** Resolves to the present contact for each id. Only merged ones are looked up one by one. */
export async function presentContacts(
  db: Db,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, PresentContact>> {
  const found = await contactsOf(db)
    .find({ _id: { $in: [...new Set(contactIds)] } }, operatorRead)
    .toArray();
  const present = found.map(async (contact): Promise<[string, PresentContact]> => {
    const { _id: id, mergedInto } = contact;
    return [id, mergedInto ? await presentContact(db, id) : { id, contact }];
  });
  return new Map(await Promise.all(present));
}

/**
 * Resolves to the present contact, and to the ids of its leads' contacts: its own and those of all that were
 * merged into it, directly or in turn.
 */
export async function familyOf(db: Db, contactId: string): Promise<PresentContact & { ids: string[] }> {
  const present = await presentContact(db, contactId);
  const ids = new Set([present.id, contactId]);
  for (let latest = [...ids]; latest.length > 0; ) {
    const merged = await contactsOf(db)
      .find({ mergedInto: { $in: latest } }, { ...operatorRead, projection: { _id: 1 } })
      .toArray();
    latest = merged.flatMap(({ _id }) => (ids.has(_id) ? [] : [_id]));
    for (const id of latest) ids.add(id);
  }
  return { ...present, ids: [...ids] };
}

/** Resolves to the id of the contact that holds the key, or is about to get it by a merge. */
export async function contactWithKey(db: Db, key: IdentityKey): Promise<string | undefined> {
  const onItsWay = { mergedInto: { $exists: true }, 'moving.keys': { $eq: key } };
  const holder =
    (await contactsOf(db).findOne({ keys: { $eq: key } }, operatorRead)) ??
    (await contactsOf(db).findOne(onItsWay, operatorRead));
  return holder?._id;
}

export async function searchContacts(db: Db, sought: ContactSearch): Promise<Contact[]> {
  const parts = 'name' in sought ? nameParts(sought.name) : [];
  if ('name' in sought && parts.length === 0) return [];
  const filter = 'name' in sought ? named(parts) : await withKey(db, sought.key);
  return (await firstWithDeals(db, filter, sought.limit)).map(contactFrom);
}

/** Finds contacts that have this key themselves, or have a lead with it. */
async function withKey(db: Db, key: IdentityKey): Promise<Filter<MendedContact>> {
  const ids = await dealsOf(db).distinct('contactId', { said: { $eq: soughtKey(key) } }, operatorRead);
  const present = await Promise.all(ids.map((id) => presentContact(db, id)));
  const ofLeads = { _id: { $in: present.map(({ id }) => id) }, keys: { $exists: true } };
  return { $or: [{ keys: { $eq: key } }, { shown: { $eq: key } }, ofLeads] };
}

/** Finds names as the domain's `hasName` does, for at least one part. */
const named = (parts: readonly string[]): Filter<MendedContact> => ({
  $and: parts.map((part) => ({ named: { $regex: literally(part) } })),
});

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|#-]/g, '\\$&');
