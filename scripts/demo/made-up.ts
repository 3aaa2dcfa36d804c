import { dealTypes } from '../../src/domain/deal-type.ts';
import type { LeadDraft } from '../../src/domain/lead.ts';
import type { LeadStatus } from '../../src/domain/lead-status.ts';
import type { ActivityKind } from '../../src/operators/domain/work/activity.ts';
import { Chance } from './chance.ts';
import { lost, notes, people, quietVendor, reasons, said, salespeople, vehicles, vendors } from './words.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days back to the first lead. */
export const PAST = 60;
/** Days for which the quiet vendor has sent nothing. */
const QUIET = 12;

/** What somebody does with a lead. */
type Work = { readonly age: number; readonly by: string } & (
  | { readonly to: LeadStatus; readonly reason: string | undefined; readonly lostReason: string | undefined }
  /** `next`: how long ago they promised to turn to the customer again; what lies ahead is below zero. */
  | { readonly kind: ActivityKind; readonly text: string | undefined; readonly next: number | undefined }
);

/** A lead, and what is done with it. Times are milliseconds before now. */
interface MadeUpLead {
  readonly draft: LeadDraft;
  /** Index of its vendor. */
  readonly vendor: number;
  readonly age: number;
  readonly owner: string | undefined;
  readonly work: readonly Work[];
  readonly isErased: boolean;
}

/** The lead with this number, from 0: always the same. */
export function madeUpLead(number: number): MadeUpLead {
  const chance = new Chance(number);
  const vendor = chance.below(vendors.length);
  const recent = vendor === quietVendor ? QUIET : 0;
  const isFresh = recent === 0 && number % 25 === 3;
  const age = isFresh ? chance.next() * HOUR : (recent + chance.next() ** 1.4 * (PAST - recent)) * DAY;
  const owner = chance.is(age > DAY ? 0.8 : 0.2) ? chance.of(salespeople) : undefined;
  return {
    draft: draftOf(number, vendor, chance),
    vendor,
    age,
    owner,
    work: isFresh ? [] : workOf(age, owner, chance),
    isErased: number % 150 === 77,
  };
}

function draftOf(number: number, vendor: number, chance: Chance): LeadDraft {
  const dealType = chance.of(dealTypes);
  const [vehicleMake, vehicleModel] = chance.is(0.7) ? chance.of(vehicles) : [];
  return {
    ...customerOf(number),
    zip: chance.is(0.6) ? `${10_000 + chance.below(89_999)}` : undefined,
    dealType,
    vendorName: chance.of(vendors[vendor]?.sends ?? []),
    notes: number === 42 ? longNotes : chance.of(notes[dealType]),
    externalLeadId: chance.is(0.8) ? `${'ABCDEF'[vendor]}-${1001 + number}` : undefined,
    vehicleMake,
    vehicleModel,
    vehicleYear: vehicleMake && `${2008 + chance.below(18)}`,
    vehicleMiles: vehicleMake && chance.is(0.7) ? `${chance.below(180) * 1000}` : undefined,
  };
}

/** A tenth asks a second time; another tenth shares the phone of somebody else. */
function customerOf(number: number): LeadDraft {
  const chance = new Chance(-number - 2);
  const earlier = number - 11;
  if (earlier >= 0 && chance.is(0.1)) return customerOf(earlier);
  const [firstName, lastName] = somebody(chance);
  const email = `${latin(`${firstName} ${lastName ?? ''}`)}.${number}@example.${chance.of(['com', 'net', 'org'])}`;
  const phone = chance.is(0.1) ? phoneOf(Math.max(earlier, 0)) : phoneOf(number);
  const gives = chance.next();
  return { firstName, lastName, ...(gives < 0.9 && { email }), ...(gives > 0.25 && { phone }) };
}

const latins = people.filter(([firstName]) => /^\p{Script=Latin}/u.test(firstName));

/** Latin last names change places, so that few people have the same name. */
function somebody(chance: Chance): (typeof people)[number] {
  const person = chance.of(people);
  return latins.includes(person) ? [person[0], chance.of(latins)[1]] : person;
}

/** What an address is made of, if the name has letters for it. */
const latin = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .slice(0, 40)
    .trim()
    .replace(/ +/g, '.') || 'customer';

/** As people write it. */
function phoneOf(number: number): string {
  const chance = new Chance(number + 1_000_000);
  const area = 212 + ((Math.floor(number / 100) * 37) % 780);
  const line = `01${String(number % 100).padStart(2, '0')}`;
  return chance.of([
    `(${area}) 555-${line}`,
    `${area}-555-${line}`,
    `+1 ${area} 555 ${line}`,
    `${area}555${line}`,
  ]);
}

/** Most customers are answered within the half hour, and most promises are kept. In its order. */
function workOf(age: number, owner: string | undefined, chance: Chance): readonly Work[] {
  const by = owner ?? chance.of(salespeople);
  const moves = movesOf(age, by, chance);
  const ended = moves.find(({ to }) => to === 'Won' || to === 'Lost')?.age;
  const notes: Work[] = [];
  const note = (ago: number, next?: number) => {
    const kind = chance.of([
      'reached',
      'reached',
      'reached',
      'reached',
      'wrote',
      'wrote',
      'no-answer',
    ] as const);
    if (ago > 0) notes.push({ age: ago, by, kind, text: chance.of(said[kind]), next });
  };
  const first = age - (2 + chance.next() ** 2 * 25) * (HOUR / 60);
  if (chance.is(0.85)) {
    const next = owner && chance.is(0.5) ? first - (20 + chance.below(60)) * HOUR : undefined;
    note(first, next);
    const met = next !== undefined && next - (chance.is(0.9) ? 1 : 30) * HOUR;
    if (met && met > (ended ?? 0))
      notes.push({ age: met, by, kind: 'reached', text: undefined, next: undefined });
  }
  if (ended === undefined && owner && age > DAY && chance.is(0.4))
    note((6 + chance.below(14)) * HOUR, (chance.is(0.3) ? 5 : -70) * chance.next() * HOUR);
  return [...moves, ...notes].sort((a, b) => b.age - a.age);
}

function movesOf(age: number, by: string, chance: Chance) {
  const path: LeadStatus[] = [];
  if (chance.is(0.7)) path.push('Quoted');
  if (chance.is(0.4)) path.push('Evaluation Scheduled');
  if (chance.is(0.65)) path.push(chance.is(0.45) ? 'Won' : 'Lost');
  if (path.at(-1) === 'Won' && chance.is(0.05)) path.push('In Progress');
  let left = age;
  const moves = path.map((to) => {
    left -= (0.5 + chance.next() ** 2 * 120) * HOUR;
    const [reason, lostReason] =
      to === 'Lost'
        ? chance.of(lost)
        : [to === 'In Progress' ? 'The financing fell through' : chance.of<string | undefined>(reasons[to])];
    return { to, age: left, by, reason, lostReason };
  });
  return moves.filter((move) => move.age > 0);
}

const longNotes = Array.from(
  { length: 30 },
  (_, n) => `${n + 1}. Asked about the van again: height, payload, the ramp, and whether it fits the garage.`,
).join('\n');
