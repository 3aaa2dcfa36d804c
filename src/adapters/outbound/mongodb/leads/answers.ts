import type { Db, Filter } from 'mongodb';
import type {
  AnsweredLead,
  Answers,
  Span,
  WaitingLead,
} from '../../../../application/ports/outbound/back-office.ts';
import { clockOf } from '../../../../domain/answer.ts';
import { type DealType, dealTypes } from '../../../../domain/deal-type.ts';
import { initialStatus } from '../../../../domain/lead-status.ts';
import { reportRead } from '../connection/write-each.ts';
import { dealsOf, type StoredDeal, withCustomer } from './stored-deal.ts';

/** The indexes that it takes. */
export const answerIndexes = ['answered', 'kind-received'];

export async function answersIn(db: Db, span: Span): Promise<Answers> {
  const [answered, waiting] = await Promise.all([answeredIn(db, span), waitingIn(db, span)]);
  return { answered, waiting };
}

/**
 * The index has all of it. In groups, since a document a lead would take three times as long: of a few months, a group fits
 * into the 16 MiB of a document.
 */
async function answeredIn(db: Db, { since, until }: Span): Promise<readonly AnsweredLead[]> {
  const found = dealsOf(db).aggregate<{
    _id: { vendorId: string; dealType: DealType; owner?: string | null };
    received: readonly Date[];
    answered: readonly Date[];
  }>(
    [
      { $match: { receivedAt: { $gte: since, $lt: until }, answeredAt: { $gt: new Date(0) } } },
      {
        $group: {
          _id: { vendorId: '$vendorId', dealType: '$dealType', owner: '$owner' },
          received: { $push: '$receivedAt' },
          answered: { $push: '$answeredAt' },
        },
      },
    ],
    { ...reportRead, hint: 'answered' },
  );
  return (await found.toArray()).flatMap(({ _id: { vendorId, dealType, owner }, received, answered }) =>
    received.flatMap((receivedAt, at) => {
      const answeredAt = answered[at];
      return answeredAt ? [{ vendorId, dealType, owner: owner ?? undefined, receivedAt, answeredAt }] : [];
    }),
  );
}

/** Reads the leads in progress: no index has who waits, as that would cost each lead when it comes. */
async function waitingIn(db: Db, { since, until }: Span): Promise<readonly WaitingLead[]> {
  const [first, again] = [
    { reopened: null, answeredAt: null }, // null: where there is none
    { reopened: { $exists: true }, 'reopened.answeredAt': null },
  ];
  const waits = {
    ...withCustomer,
    dealType: { $in: dealTypes },
    status: initialStatus,
    receivedAt: { $gte: since, $lt: until },
    $or: [first, again] as Filter<StoredDeal>[],
  };
  const found = dealsOf(db)
    .find(waits, { ...reportRead, hint: 'kind-received' })
    .project<Pick<StoredDeal, 'vendorId' | 'dealType' | 'owner' | 'receivedAt' | 'reopened'>>({
      ...{ _id: 0, vendorId: 1, dealType: 1, owner: 1, receivedAt: 1, reopened: 1 },
    });
  return (await found.toArray()).map(({ vendorId, dealType, owner, receivedAt, reopened }) => ({
    ...{ vendorId, dealType, owner },
    since: clockOf({ receivedAt, reopened }).since,
    reopened: reopened !== undefined,
  }));
}
