import { operatorWrite } from '../connection/write-each.ts';
import { dealsOf, type StoredDeal } from '../leads/stored-deal.ts';
import { type UpgradeStep, walk } from './upgrade-step.ts';

/** Gives every lead that was moved before that was kept the time of its last change. When an owner was named, nobody knows. */
export const changeStep: UpgradeStep = {
  name: 'changes',
  run: (context) =>
    walk<Pick<StoredDeal, '_id'>>(
      context,
      {
        of: (db) => db.collection('deals'),
        filter: { 'history.1': { $exists: true }, changedAt: { $exists: false } },
        projection: { _id: 1 },
      },
      async (page) => {
        const filter = { _id: { $in: page.map(({ _id }) => _id) }, changedAt: { $exists: false } };
        const update = [{ $set: { changedAt: { $last: '$history.at' } } }];
        if (!context.dryRun)
          await context.connection.use((db) => dealsOf(db).updateMany(filter, update, operatorWrite));
        return page.length;
      },
    ),
};
