import { randomBytes } from 'node:crypto';
import {
  type StoredContact,
  storedContact,
} from '../src/adapters/outbound/mongodb/contacts/stored-contact.ts';
import type { StoredAuditEntry } from '../src/adapters/outbound/mongodb/desk/stored-audit-entry.ts';
import { type StoredDeal, storedDeal } from '../src/adapters/outbound/mongodb/leads/stored-deal.ts';
import { placeCustomer } from '../src/domain/contact.ts';
import { DAY_MS } from '../src/domain/day.ts';
import { openDeal, withChange } from '../src/domain/deal.ts';
import type { DealType } from '../src/domain/deal-type.ts';
import { Lead } from '../src/domain/lead.ts';
import { type LeadStatus, leadStatuses } from '../src/domain/lead-status.ts';
import { reachOf } from './requests.ts';

/** A dealer's leads of three years, more of them each year. */

const SPAN_MS = 3 * 365 * DAY_MS;

export const vendorIds = Array.from({ length: 20 }, (_, n) => `ven_${String(n + 1).padStart(14, '0')}`);
export const owners = [
  ...['Ana Souza', 'Ben Okafor', 'Chloé Martin', 'Dmitri Orlov', 'Emma Lindqvist', 'Farid Haddad'],
  ...['Grace Hopper', 'Hana Sato', 'Iris Wong', 'Jack O’Neill', 'Kavya Rao', 'Łucja Nowak'],
];

const firstNames = [
  ...['James', 'Mary', 'Robert', 'Patricia', 'John', 'Jennifer', 'Michael', 'Linda', 'David', 'Elizabeth'],
  ...['William', 'Barbara', 'Richard', 'Susan', 'Joseph', 'Jessica', 'Thomas', 'Sarah', 'Carlos', 'Karen'],
  ...['José', 'Sofía', 'Miguel', 'Lucía', 'Juan', 'Priya', 'Arjun', 'Wei', 'Mei', 'Yuki', 'Kenji', 'Fatima'],
  ...['Ahmed', 'Olga', 'Иван', 'Анна', '太郎', '민수', 'محمد', 'Zoë', 'Björn', 'Aisling', 'Nia', 'Kwame'],
];
const lastNames = [
  ...['Smith', 'Johnson', 'Williams', 'Brown', 'Jones', 'García', 'Miller', 'Davis', 'Rodríguez', 'Martínez'],
  ...[
    'Hernández',
    'López',
    'González',
    'Wilson',
    'Anderson',
    'Thomas',
    'Taylor',
    'Moore',
    'Jackson',
    'Martin',
  ],
  ...['Lee', 'Pérez', 'Thompson', 'White', 'Harris', 'Sánchez', 'Clark', 'Ramírez', 'Lewis', 'Robinson'],
  ...['Walker', 'Young', 'Allen', 'King', 'Wright', 'Scott', 'Torres', 'Nguyen', 'Hill', 'Flores', 'Green'],
  ...['Adams', 'Nelson', 'Baker', 'Hall', 'Rivera', 'Campbell', 'Mitchell', 'Carter', 'Roberts', 'Patel'],
  ...['Иванова', '山田', '김', 'Müller', 'O’Brien', 'Kowalski', 'Haddad', 'Sørensen', 'de la Cruz', 'Ng'],
];
/** Each with the ones before it. Nobody sends `commercial`, and hardly anybody `lift`. */
const typesUpTo = [
  ['sales', 0.5],
  ['service', 0.75],
  ['rental', 0.85],
  ['buy-back', 0.93],
  ['other', 0.9995],
  ['lift', 1],
] as const;

/** The same numbers in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export interface MadeLead {
  readonly deal: StoredDeal;
  /** `undefined` if its customer was known. */
  readonly contact: StoredContact | undefined;
  readonly audited: StoredAuditEntry;
}

/** Of `count`, the one with this number; the last is the newest. */
export function makeLeads(count: number, now: number): (number: number) => MadeLead {
  const random = randomFrom(42);
  const any = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  /** The first ones far more often than the last. */
  const unequal = <T>(from: readonly T[]): T => from[Math.floor(from.length * random() ** 3)] as T;
  return (number) => {
    const age = SPAN_MS * (1 - (number / count) ** 0.75);
    const receivedAt = new Date(now - age);
    const familiar = random() < 0.2 ? Math.floor(random() * number) : number;
    const lead = Lead.parse({
      firstName: any(firstNames),
      lastName: random() < 0.001 ? 'Featherstonehaugh' : any(lastNames),
      ...reachOf(familiar),
      zip: '94107',
      dealType: typeBy(random()),
      vendorName: 'Acme Leads',
      notes: 'Wants a test drive.\nCall after 5 pm.',
      externalId: `X-${number}`,
      vehicleYear: '2021',
      vehicleMake: 'Toyota',
      vehicleModel: 'Camry',
      vehicleMiles: '30500',
    });
    const opened = openDeal(lead, {
      id: idAt(receivedAt.getTime()),
      contactId: `contact-${familiar}`,
      vendorId: unequal(vendorIds),
      receivedAt,
      idempotency: undefined,
    });
    const status = statusAfter(age / DAY_MS, random);
    const moved = { status, at: new Date(now - age * random()), by: 'grace', reason: undefined };
    const deal = status === 'In Progress' ? opened : withChange(opened, { moved, changedAt: moved.at });
    const { contact } = placeCustomer(lead.customer, [], () => opened.contactId);
    return {
      deal: storedDeal({ ...deal, owner: random() < 0.3 ? undefined : unequal(owners) }),
      contact: familiar === number ? storedContact(contact) : undefined,
      audited: { _id: `aud_${number}`, at: moved.at, by: moved.by, action: 'lead.move', on: opened.id },
    };
  };
}

const typeBy = (share: number): DealType => typesUpTo.find(([, upTo]) => share < upTo)?.[0] ?? 'sales';

/** Of all together, 15 in 100 are open. */
function statusAfter(days: number, random: () => number): LeadStatus {
  const closed = days < 30 ? 0.25 : days < 90 ? 0.6 : 0.9;
  const [progress, quoted, scheduled, won, lost] = leadStatuses;
  if (random() < closed) return random() < 0.3 ? won : lost;
  const stage = random();
  return stage < 0.6 ? progress : stage < 0.9 ? quoted : scheduled;
}

/** A UUID of version 7, of this time. */
function idAt(time: number): string {
  const at = Math.floor(time).toString(16).padStart(12, '0');
  const rest = randomBytes(9).toString('hex');
  return `${at.slice(0, 8)}-${at.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
