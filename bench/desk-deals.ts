import { randomBytes } from 'node:crypto';
import { sha256 } from '../src/adapters/outbound/runtime/runtime.ts';
import { type Contact, type CustomerAsSent, placeCustomer, withoutZip } from '../src/domain/contact.ts';
import { openDeal } from '../src/domain/deal.ts';
import type { DealType } from '../src/domain/deal-type.ts';
import { Lead } from '../src/domain/lead.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../src/domain/lead-status.ts';
import { idOfAccount } from '../src/operators/application/known-people.ts';
import type { RecordedEntry } from '../src/operators/application/ports/outbound/audit-log.ts';
import { DAY_MS } from '../src/operators/domain/day.ts';
import type { Person } from '../src/operators/domain/work/person.ts';
import { untouched, type WorkedDeal, withChange } from '../src/operators/domain/work/worked-deal.ts';
import { reachOf } from './requests.ts';

/** A dealer's leads of three years, more of them each year. */

const SPAN_MS = 3 * 365 * DAY_MS;

export const vendorIds = Array.from({ length: 20 }, (_, n) => `ven_${String(n + 1).padStart(14, '0')}`);
export const people: readonly Person[] = [
  'Ana Souza',
  'Ben Okafor',
  'Chloé Martin',
  'Dmitri Orlov',
  'Emma Lindqvist',
  'Farid Haddad',
  'Grace Hopper',
  'Hana Sato',
  'Iris Wong',
  'Jack O’Neill',
  'Kavya Rao',
  'Łucja Nowak',
  'Nobody Yet',
].map((name) => ({
  id: idOfAccount(sha256, { issuer: 'bench', account: name }),
  name,
  email: undefined,
  role: 'sales',
  seen: undefined,
}));
/** All but the last one of them. */
export const owners = people.slice(0, -1).map(({ id }) => id);

const firstNames = [
  'James',
  'Mary',
  'Robert',
  'Patricia',
  'John',
  'Jennifer',
  'Michael',
  'Linda',
  'David',
  'Elizabeth',
  'William',
  'Barbara',
  'Richard',
  'Susan',
  'Joseph',
  'Jessica',
  'Thomas',
  'Sarah',
  'Carlos',
  'Karen',
  'José',
  'Sofía',
  'Miguel',
  'Lucía',
  'Juan',
  'Priya',
  'Arjun',
  'Wei',
  'Mei',
  'Yuki',
  'Kenji',
  'Fatima',
  'Ahmed',
  'Olga',
  'Иван',
  'Анна',
  '太郎',
  '민수',
  'محمد',
  'Zoë',
  'Björn',
  'Aisling',
  'Nia',
  'Kwame',
];
const lastNames = [
  'Smith',
  'Johnson',
  'Williams',
  'Brown',
  'Jones',
  'García',
  'Miller',
  'Davis',
  'Rodríguez',
  'Martínez',
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
  'Lee',
  'Pérez',
  'Thompson',
  'White',
  'Harris',
  'Sánchez',
  'Clark',
  'Ramírez',
  'Lewis',
  'Robinson',
  'Walker',
  'Young',
  'Allen',
  'King',
  'Wright',
  'Scott',
  'Torres',
  'Nguyen',
  'Hill',
  'Flores',
  'Green',
  'Adams',
  'Nelson',
  'Baker',
  'Hall',
  'Rivera',
  'Campbell',
  'Mitchell',
  'Carter',
  'Roberts',
  'Patel',
  'Иванова',
  '山田',
  '김',
  'Müller',
  'O’Brien',
  'Kowalski',
  'Haddad',
  'Sørensen',
  'de la Cruz',
  'Ng',
];
/** Each make is a tenth of all; of a model, the first is the most usual. */
const models = {
  Toyota: ['Camry', 'Corolla', 'RAV4', 'Tacoma', 'Supra'],
  Ford: ['F-150', 'Escape', 'Explorer', 'Mustang GT'],
  Honda: ['Civic', 'Accord', 'CR-V', 'Pilot'],
  Chevrolet: ['Silverado', 'Equinox', 'Malibu'],
  Nissan: ['Altima', 'Rogue', 'Sentra'],
  Jeep: ['Wrangler', 'Grand Cherokee'],
  Hyundai: ['Elantra', 'Tucson', 'Santa Fe'],
  'Mercedes-Benz': ['C 300', 'GLC'],
  BMW: ['X5', '3 Series'],
  Subaru: ['Outback', 'Forester'],
} as const;

/** Of one make in a thousand leads, hardly any. */
function vehicleOf(number: number): { readonly vehicleMake: string; readonly vehicleModel: string } {
  const draw = (number * 2_654_435_761) % 2 ** 32;
  if (draw % 10_007 === 0) return { vehicleMake: 'Lotus', vehicleModel: 'Emira' };
  const makes = Object.entries(models);
  const [make, ofMake] = makes[draw % makes.length] ?? ['Toyota', ['Camry']];
  const share = ((draw >>> 8) % 1_000) / 1_000;
  return { vehicleMake: make, vehicleModel: ofMake[Math.floor(ofMake.length * share ** 2)] ?? 'Camry' };
}

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

interface MadeLead {
  readonly deal: WorkedDeal;
  /** `undefined` if its customer was known. */
  readonly contact: Contact | undefined;
  readonly audited: RecordedEntry;
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
      ...vehicleOf(number),
      vehicleMiles: '30500',
    });
    const opened = untouched(
      openDeal(lead, {
        id: idAt(receivedAt.getTime()),
        contactId: `contact-${familiar}`,
        vendorId: unequal(vendorIds),
        receivedAt,
        idempotency: undefined,
      }),
    );
    const status = statusAfter(age / DAY_MS, random);
    const author = { by: 'grace', byId: owners[number % owners.length] };
    const lostReason = status === 'Lost' && random() < 0.6 ? any(['price', 'elsewhere', 'spam']) : undefined;
    const moved = { status, at: new Date(now - age * random()), ...author, reason: undefined, lostReason };
    const answeredAt = new Date(receivedAt.getTime() + Math.min(age, DAY_MS * random() ** 5)); // most of them soon
    const deal =
      status === 'In Progress'
        ? opened
        : withChange(opened, { moved, changedAt: moved.at, ...(random() < 0.97 && { answeredAt }) }); // the others by lists
    const owner = random() < 0.3 ? undefined : unequal(owners);
    const { changedAt } = deal;
    const assigned = owner && changedAt && number % 3 === 0 ? { at: changedAt, ...author } : undefined;
    const { contact } = placeCustomer(lead.customer, [], () => opened.contactId);
    return {
      deal: {
        ...worked(deal, number, now),
        owner,
        assigned,
        present: mended(withoutZip(lead.customer), number),
      },
      contact: familiar === number ? contact : undefined,
      audited: {
        id: `aud_${number}`,
        at: moved.at,
        ...author,
        action: 'lead.move',
        on: opened.id,
        from: 'In Progress',
        to: status,
        outcome: 'done',
      },
    };
  };
}

/** Of the open leads, some come back; of those In Progress, most that are not of today were answered, and a few reopened. */
function worked(deal: WorkedDeal, number: number, now: number): WorkedDeal {
  if (isFinal(deal.status)) return deal;
  const followUp =
    number % 7 === 0 ? { at: new Date(now + ((number % 41) - 20) * 3_600_000), by: 'bench' } : undefined;
  const isOld = now - deal.receivedAt.getTime() > 2 * DAY_MS;
  if (deal.status !== 'In Progress' || !isOld || number % 10 === 0) return { ...deal, followUp };
  const answeredAt = new Date(deal.receivedAt.getTime() + (number % 90) * 60_000);
  const reopened = number % 29 === 0 ? { at: new Date(now - (number % 50) * DAY_MS) } : undefined;
  return { ...deal, followUp, answeredAt, reopened };
}
/** One in two thousand was renamed. */
const mended = (customer: CustomerAsSent, number: number): CustomerAsSent | undefined =>
  number % 2_003 === 0 ? { ...customer, lastName: 'Zimmermann' } : undefined;

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
