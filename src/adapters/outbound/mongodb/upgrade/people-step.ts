import { operatorWrite } from '../connection/write-each.ts';
import { auditOf, type StoredAuditEntry } from '../desk/stored-audit-entry.ts';
import { dealsOf, type StoredDeal } from '../leads/stored-deal.ts';
import { type UpgradeContext, type UpgradeStep, walk } from './upgrade-step.ts';

/**
 * Gives the people their ids whom 0.1.0 knew by name alone: as owners of leads, and in the audit log. A lead's history goes
 * on saying the name.
 */
export const peopleStep: UpgradeStep = {
  name: 'people',
  async run(context) {
    const owners = await nameOwners(
      context,
      remembering((name) => context.personOf(name, 'owner')),
    );
    const authors = await nameAuthors(
      context,
      remembering((name) => context.personOf(name, 'author')),
    );
    return { looked: owners.looked + authors.looked, changed: owners.changed + authors.changed };
  },
};

type IdOf = (name: string) => Promise<string>;

/** Asks once for each. */
function remembering(ask: IdOf): IdOf {
  const known = new Map<string, Promise<string>>();
  return (name) => {
    const id = known.get(name) ?? ask(name);
    known.set(name, id);
    return id;
  };
}

const nameOwners = (context: UpgradeContext, idOf: IdOf) =>
  walk<Pick<StoredDeal, '_id'> & { readonly owner: string }>(
    context,
    {
      of: (db) => db.collection('deals'),
      filter: { owner: { $exists: true, $not: /^per_[0-9a-f]{32}$/ } },
      projection: { owner: 1 },
    },
    async (page) => {
      for (const [owner, deals] of Map.groupBy(page, (deal) => deal.owner)) {
        const id = await idOf(owner);
        const filter = { _id: { $in: deals.map(({ _id }) => _id) }, owner: { $eq: owner } };
        if (!context.dryRun)
          await context.connection.use((db) =>
            dealsOf(db).updateMany(filter, { $set: { owner: id } }, operatorWrite),
          );
      }
      return page.length;
    },
  );

/** Except programs. */
const nameAuthors = (context: UpgradeContext, idOf: IdOf) =>
  walk<Pick<StoredAuditEntry, '_id' | 'by'>>(
    context,
    {
      of: (db) => db.collection('audit'),
      filter: { byId: { $exists: false }, by: { $not: / \(token\)$/ } },
      projection: { by: 1 },
    },
    async (page) => {
      for (const [by, entries] of Map.groupBy(page, (entry) => entry.by)) {
        const byId = await idOf(by);
        const filter = { _id: { $in: entries.map(({ _id }) => _id) }, byId: { $exists: false } };
        if (!context.dryRun)
          await context.connection.use((db) =>
            auditOf(db).updateMany(filter, { $set: { byId } }, operatorWrite),
          );
      }
      return page.length;
    },
  );
