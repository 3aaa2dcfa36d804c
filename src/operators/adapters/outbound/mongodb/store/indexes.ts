import type { IndexedCollection } from '../../../../../adapters/outbound/mongodb/connection/indexes.ts';
import { contactIndexes } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { dealIndexes } from '../../../../../adapters/outbound/mongodb/stored-deal.ts';
import { heldIndexes } from '../../../../../adapters/outbound/mongodb/stored-held.ts';
import { VENDORS } from '../../../../../adapters/outbound/mongodb/stored-vendor.ts';
import { AUDIT } from '../desk/stored-audit-entry.ts';
import { REFUSALS } from '../vendors/stored-refusals.ts';
import { DELIVERIES } from '../webhooks/stored-delivery.ts';

/**
 * The index for types and statuses. Lists of either name all values of both, and are merged from a scan for
 * each pair. Tallies read no deal: the rest of the key is what they count, and a new lead has none of these
 * fields.
 */
export const kindIndex = {
  name: 'kind',
  key: {
    dealType: 1,
    status: 1,
    receivedAt: 1,
    _id: 1,
    vendorId: 1,
    owner: 1,
    lostReason: 1,
    answeredAt: 1,
    'reopened.at': 1,
    'reopened.answeredAt': 1,
    forgotten: 1,
    followUpAt: 1,
    kept: 1,
    missed: 1,
  },
} as const;

/** The index for what a lead is found by, each word or key with its leads in the order of receipt. */
export const wordIndex = {
  name: 'said-received',
  key: { said: 1, receivedAt: 1 },
  partialFilterExpression: { said: { $exists: true } },
} as const;

/** All indexes of the store: the intake's, and those for people and webhooks. */
export const indexed = {
  contacts: {
    ...contactIndexes,
    indexes: [
      ...contactIndexes.indexes,
      { name: 'shown', key: { shown: 1 }, partialFilterExpression: { shown: { $exists: true } } },
      { name: 'merged', key: { mergedInto: 1 }, partialFilterExpression: { mergedInto: { $exists: true } } },
    ],
  },
  deals: {
    ...dealIndexes,
    indexes: [
      ...dealIndexes.indexes,
      { name: 'contact', key: { contactId: 1 } },
      wordIndex,
      {
        name: 'outbox',
        key: { 'outbox.event.at': 1 },
        partialFilterExpression: { outbox: { $exists: true } },
      },
      { name: 'received', key: { receivedAt: 1, _id: 1 } },
      { name: 'vendor-received', key: { vendorId: 1, receivedAt: 1, _id: 1 } },
      // For the desk. Each of these makes every lead cost more.
      kindIndex,
      {
        name: 'owner-received',
        key: { owner: 1, receivedAt: 1, _id: 1, status: 1 },
        partialFilterExpression: { owner: { $exists: true } }, // a new lead has none
      },
      // A new lead is in none of these.
      {
        name: 'owner-status', // for what the team has to do: of years of leads, few are open
        key: { owner: 1, status: 1, receivedAt: 1, _id: 1 },
        partialFilterExpression: { owner: { $exists: true } },
      },
      {
        name: 'promised',
        key: { followUpAt: 1, _id: 1, owner: 1, 'followUp.byId': 1 },
        partialFilterExpression: { followUpAt: { $exists: true } },
      },
      {
        name: 'reopened',
        key: { 'reopened.at': 1, _id: 1 },
        partialFilterExpression: { 'reopened.at': { $exists: true }, status: 'In Progress' },
      },
      {
        name: 'given',
        key: { 'assigned.at': 1, _id: 1, owner: 1, status: 1 },
        partialFilterExpression: { 'assigned.at': { $exists: true } },
      },
      {
        name: 'as-it-came',
        key: { 'asItCame.at': 1, _id: 1, 'asItCame.sourceId': 1 },
        partialFilterExpression: { 'asItCame.at': { $exists: true } }, // only leads of sources are in it
      },
      {
        name: 'changed',
        key: { changedAt: 1, _id: 1 },
        partialFilterExpression: { changedAt: { $exists: true } },
      },
    ],
  },
  deliveries: {
    collection: DELIVERIES,
    indexes: [
      { name: 'due', key: { hookId: 1, due: 1 }, partialFilterExpression: { due: { $exists: true } } },
      { name: 'tried', key: { hookId: 1, tried: -1 } },
      { name: 'lead', key: { 'event.leadId': 1 } },
      { name: 'kept', key: { kept: 1 }, expireAfterSeconds: 30 * 86_400 },
    ],
  },
  vendors: {
    collection: VENDORS,
    indexes: [
      { name: 'name', key: { name: 1 }, unique: true },
      { name: 'key', key: { 'keys.digest': 1 } },
      { name: 'key-id', key: { 'keys.id': 1 } },
    ],
  },
  audit: {
    collection: AUDIT,
    indexes: [
      { name: 'at-id', key: { at: 1, _id: 1 } },
      { name: 'on-at', key: { on: 1, at: 1, _id: 1 } },
      { name: 'by-at', key: { byId: 1, at: 1, _id: 1 } },
    ],
  },
  held: heldIndexes,
  tickets: {
    collection: 'tickets',
    indexes: [{ name: 'expired', key: { expires: 1 }, expireAfterSeconds: 0 }],
  },
  refusals: {
    collection: REFUSALS,
    indexes: [
      { name: 'day', key: { day: 1 }, expireAfterSeconds: 32 * 86_400 },
      { name: 'vendor-day', key: { vendorId: 1, day: -1 } },
    ],
  },
} as const satisfies Record<string, IndexedCollection>;

/** The collections whose indexes the first server that takes leads creates. */
export const forLeads: readonly IndexedCollection[] = [indexed.contacts, indexed.deals];
