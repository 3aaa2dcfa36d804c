import { clock, randomBytes, sha256 } from '../src/adapters/outbound/runtime/runtime.ts';
import { EmailAddress } from '../src/domain/email-address.ts';
import { PhoneNumber } from '../src/domain/phone-number.ts';
import { makeOperatorUseCases } from '../src/operators/application/operator.ts';
import type { LeadListQuery } from '../src/operators/application/ports/inbound/lead-use-cases.ts';
import type { AuditLog } from '../src/operators/application/ports/outbound/audit-log.ts';
import type { People } from '../src/operators/application/ports/outbound/people.ts';
import type { Refusals } from '../src/operators/application/ports/outbound/refusals.ts';
import type { VendorDirectory } from '../src/operators/application/ports/outbound/vendor-directory.ts';
import { DAY_MS } from '../src/operators/domain/day.ts';
import { TimeZone } from '../src/operators/domain/time-zone.ts';
import { AnswerGoal } from '../src/operators/domain/work/answer-goal.ts';
import { DeskHours, parseWeekHours } from '../src/operators/domain/work/desk-hours.ts';
import { openAccount } from '../src/operators/domain/work/vendor-account.ts';
import type { WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';
import type { BackOffice } from '../suites/back-office-subject.ts';
import { owners, people, vendorIds } from './desk-deals.ts';

const PAGE = 50;
const PEOPLE = 20;
/** A vendor without leads. */
const SILENT = 'ven_silent';

/** A store with leads, as the desk asks it. */
export interface DeskStore {
  readonly vendors: VendorDirectory;
  readonly refusals: Refusals;
  readonly people: People;
  readonly audit: AuditLog;
  readonly backOffice: BackOffice;
  /** The deal before which so many are newer. */
  readonly before: (newer: number) => Promise<WorkedDeal>;
}

/** One whose clocks change. */
const timeZone = TimeZone.parse('America/New_York') ?? TimeZone.own();
const deskHours = new DeskHours(parseWeekHours('Mo-Fr 08:00-20:00, Sa 09:00-17:00'), timeZone);
const answerGoal = new AnswerGoal(DAY_MS / 24, deskHours);

/** Everything that the desk's pages ask of the store, by a name for people. */
export async function deskQueries(
  { vendors, refusals, people: kept, audit, backOffice, before }: DeskStore,
  stored: number,
  now: number,
): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  for (const id of [...vendorIds, SILENT]) await vendors.add(openAccount(id, `Vendor ${id}`, new Date(now)));
  await refusals.add(
    vendorIds.map((vendorId) => ({
      vendorId,
      at: new Date(now),
      requestId: 'r1',
      status: 400,
      reason: 'invalid-lead',
      externalId: undefined,
      problems: undefined,
    })),
  );
  for (const person of people) await kept.keep(person);
  const operator = makeOperatorUseCases({
    vendors,
    ...backOffice,
    audit,
    people: kept,
    refusals,
    timeZone,
    answerGoal,
    clock,
    randomBytes,
    digest: sha256,
    keyKind: 'test',
  });
  const list = (query: Partial<LeadListQuery>) => operator.listLeads({ newest: true, limit: PAGE, ...query });
  const known = await before(Math.floor(stored / 3));
  const phone = PhoneNumber.parse(known.customer?.phone?.value ?? '');
  const email = EmailAddress.parse(known.customer?.email?.value ?? '');
  const [owner, lastOwner] = [owners[0], owners.at(-1)];
  const [largest, smallest] = [vendorIds[0], vendorIds.at(-1)];
  const { receivedAt, id } = await before(Math.floor(stored / 2));
  const far = (order: string) => ({ cursor: `${order}:${receivedAt.getTime()}_${id}.` });
  const ago = (days: number) => new Date(now - days * DAY_MS);
  const report = (days: number) => operator.reportLeads({ since: ago(days), until: new Date(now) });
  return {
    'the newest': () => list({}),
    'the newest, a page in their midst': () => list(far('newest')),
    'new since yesterday': () => list({ since: ago(1), limit: 99 }),
    'of a status: In Progress': () => list({ status: 'In Progress' }),
    'of a status: Won, a page in their midst': () => list({ status: 'Won', ...far('newest') }),
    open: () => list({ open: true }),
    'open, a page in their midst': () => list({ open: true, ...far('newest') }),
    'of the largest vendor': () => list({ vendor: largest }),
    'of the smallest vendor, open': () => list({ vendor: smallest, open: true }),
    'of a vendor that has sent nothing': () => list({ vendor: SILENT }),
    'of a type: sales': () => list({ dealType: 'sales' }),
    'of a rare type': () => list({ dealType: 'lift' }),
    'of a rare type, Won': () => list({ dealType: 'lift', status: 'Won' }),
    'of a type that nobody sends': () => list({ dealType: 'commercial' }),
    mine: () => list({ owner }),
    'mine, open': () => list({ owner: lastOwner, open: true }),
    'mine, of somebody who has none': () => list({ owner: people.at(-1)?.id }),
    'nobody’s': () => list({ owner: null }),
    'nobody’s, open, a page in their midst': () => list({ owner: null, open: true, ...far('newest') }),
    'received since a week ago': () => list({ since: ago(7) }),
    'received until a year ago': () => list({ until: ago(365) }),
    'open, waiting for three days': () => list({ open: true, waiting: 3 * DAY_MS }),
    'open, waiting for two years': () => list({ open: true, waiting: 730 * DAY_MS }),
    'mine, open, waiting for three days': () => list({ owner, open: true, waiting: 3 * DAY_MS }),
    'Quoted, sales, of a vendor, nobody’s': () =>
      list({ status: 'Quoted', dealType: 'sales', vendor: vendorIds[5], owner: null }),
    due: () => list({ due: new Date(now) }),
    'due, a page in their midst': () => list({ due: new Date(now), cursor: `due:${ago(0.2).getTime()}_.` }),
    'due, mine': () => list({ due: new Date(now), owner }),
    'due, mine and nobody’s': () => list({ due: new Date(now), owner, orNobody: true }),
    'due, of the smallest vendor': () => list({ due: new Date(now), vendor: smallest }),
    'to tell: late since the last look': () =>
      backOffice.leads.deals({
        unanswered: true,
        until: ago(0.2),
        after: { receivedAt: ago(0.3), id: '' },
        limit: 100,
      }),
    'to tell: due since the last look': () =>
      backOffice.leads.deals({ due: new Date(now), after: { receivedAt: ago(0.1), id: '' }, limit: 100 }),
    unanswered: () => list({ unanswered: true, newest: false }),
    'unanswered, a page in their midst': () =>
      list({ unanswered: true, newest: false, ...far('unanswered') }),
    'unanswered, the latest first': () => list({ unanswered: true }),
    'unanswered, the latest first, a page in their midst': () =>
      list({ unanswered: true, ...far('freshest') }),
    'the day of a salesperson': () => operator.readDay({ by: { by: 'test', byId: owner ?? '' }, most: PAGE }),
    'the team': () => operator.readTeam({ most: 101 }),
    'late, mine': () => list({ late: true, owner }),
    'a lead given, mine': () => list({ given: true, owner }),
    'standing still, mine': () => list({ still: true, owner }),
    'unanswered, mine': () => list({ unanswered: true, owner }),
    'unanswered, of the largest vendor': () => list({ unanswered: true, vendor: largest }),
    'unanswered, nobody’s, of a type': () => list({ unanswered: true, owner: null, dealType: 'service' }),
    'changed last': () => list({ newest: false, changed: true }),
    'changed last, a page in their midst': () => list({ newest: false, changed: true, ...far('changed') }),
    'changed last, mine': () => list({ newest: false, changed: true, owner }),
    'a rare type and Won, changed last': () =>
      list({ newest: false, changed: true, dealType: 'lift', status: 'Won' }),
    'open, waiting for three days, the oldest first': () =>
      list({ newest: false, open: true, waiting: 3 * DAY_MS }),
    'the counts of the views': () =>
      operator.countLeads({
        of: [
          { since: ago(1) },
          { open: true },
          { open: true, owner },
          { due: new Date(now), owner, orNobody: true },
        ],
        most: 101,
      }),
    'new leads of a contact': () => list({ contact: known.contactId, since: ago(1), limit: 99 }),
    'a phone': () => list({ text: phone.value }),
    'an email': () => list({ text: email.value }),
    'a lead’s id': () => list({ text: known.id }),
    'the vendor’s own id': () => list({ text: known.externalId ?? '' }),
    'the vendor’s own id, in small letters': () => list({ text: known.externalId?.toLowerCase() ?? '' }),
    'a phone’s last four digits': () => list({ text: phone.identity.slice(-4) }),
    'a phone’s last six digits': () => list({ text: phone.identity.slice(-6) }),
    'a make: toyota': () => list({ text: 'toyota' }),
    'a make: toyota, a page in their midst': () => list({ text: 'toyota', ...far('newest') }),
    'a rare make: lotus': () => list({ text: 'lotus' }),
    'a vehicle: toyota camry': () => list({ text: 'toyota camry' }),
    'a vehicle: f-150': () => list({ text: 'f-150' }),
    'a vehicle: 2021 toyota supra': () => list({ text: '2021 toyota supra' }),
    'a name and a vehicle: garcia wrangler': () => list({ text: 'garcia wrangler' }),
    'a mended name: zimmermann': () => list({ text: 'zimmermann' }),
    'a name: mar': () => list({ text: 'mar' }),
    'a name: s': () => list({ text: 's' }),
    'a name: s, a page in their midst': () => list({ text: 's', ...far('newest') }),
    'a name: jennifer garcia': () => list({ text: 'jennifer garcia' }),
    'a name: анна ив': () => list({ text: 'анна ив' }),
    'a rare name: feather': () => list({ text: 'feather' }),
    'a rare name: kwame feather': () => list({ text: 'kwame feather' }),
    'a name that nobody has': () => list({ text: 'xyz' }),
    'a name among the open ones: wil': () => list({ text: 'wil', open: true }),
    'one lead': () => operator.showLead({ leadId: known.id, by: 'test' }),
    'a page with the other leads of its customers': async () => operator.otherLeads(await list({})),
    'the leads of a contact': () => list({ contact: known.contactId }),
    'one contact': () => operator.findContact({ contactId: known.contactId, by: 'test' }),
    'contacts of a phone': () => operator.findContacts({ phone, limit: PEOPLE, by: 'test' }),
    'contacts of an email': () => operator.findContacts({ email, limit: PEOPLE, by: 'test' }),
    'contacts of a mended name: zimmermann': () =>
      operator.findContacts({ clue: 'zimmermann', limit: PEOPLE, by: 'test' }),
    'contacts of a phone’s last four digits': () =>
      operator.findContacts({ clue: phone.identity.slice(-4), limit: PEOPLE, by: 'test' }),
    'contacts of a name: robert wal': () =>
      operator.findContacts({ clue: 'robert wal', limit: PEOPLE, by: 'test' }),
    'each vendor’s last lead and refusals': () => operator.vendorActivity(),
    'everything about one contact': () => operator.exportContact({ contactId: known.contactId, by: 'test' }),
    'what retention erases next': () =>
      backOffice.leads.deals({
        status: 'Won',
        since: ago(151),
        until: ago(120),
        unmovedSince: ago(90),
        known: true,
        limit: 100,
      }),
    'what a vendor was refused last': () => refusals.requests(vendorIds[0] ?? ''),
    'a report: the vendors of six months': () =>
      operator.countVendors({
        spans: [0, 1, 2, 3, 4, 5].map((n) => ({ since: ago(30 * n + 30), until: ago(30 * n) })),
      }),
    'a report of 31 days': () => report(31),
    'a report of 365 days': () => report(365),
    'a report of 1100 days': () => report(1_100),
    'the audit log': () => operator.readAudit({ limit: PAGE }),
    'the audit log, a page in its midst': () => operator.readAudit({ until: receivedAt, limit: PAGE }),
    'the audit log of one lead': () => operator.readAudit({ on: known.id, limit: PAGE }),
    'the audit log of one person': () => operator.readAudit({ person: owner, limit: PAGE }),
    'the audit log of one person on one day': () =>
      operator.readAudit({ person: owner, since: ago(2), until: ago(1), limit: PAGE }),
    'the audit log of a person who did nothing': () =>
      operator.readAudit({ person: people.at(-1)?.id, limit: PAGE }),
    'a page of the audit log: its leads': async () => {
      const entries = await operator.readAudit({ limit: PAGE });
      await list({ ids: entries.map(({ on }) => on) });
    },
  };
}
