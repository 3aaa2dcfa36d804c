import { randomUUID } from 'node:crypto';
import { randomBytes, sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { tellNobody } from '../../src/application/ports/outbound/announce-lead.ts';
import type { Crm } from '../../src/application/ports/outbound/crm.ts';
import type { IssuedKeys } from '../../src/application/ports/outbound/issued-keys.ts';
import { makeSubmitLead } from '../../src/application/submit-lead.ts';
import { Lead, type LeadDraft } from '../../src/domain/lead.ts';
import type { VendorAccount } from '../../src/domain/vendor.ts';
import { makeOperatorUseCases } from '../../src/operators/application/operator.ts';
import type { OperatorPorts } from '../../src/operators/application/operator-ports.ts';
import type { AuditLog } from '../../src/operators/application/ports/outbound/audit-log.ts';
import type { People } from '../../src/operators/application/ports/outbound/people.ts';
import type { Refusals, VendorsRequest } from '../../src/operators/application/ports/outbound/refusals.ts';
import type { ManagedVendors } from '../../src/operators/application/ports/outbound/vendor-directory.ts';
import { DAY_MS } from '../../src/operators/domain/day.ts';
import { TimeZone } from '../../src/operators/domain/time-zone.ts';
import { AnswerGoal } from '../../src/operators/domain/work/answer-goal.ts';
import { parseLostReasons } from '../../src/operators/domain/work/lost-reason.ts';
import type { Author } from '../../src/operators/domain/work/person.ts';
import { Chance } from './chance.ts';
import { madeUpLead, PAST } from './made-up.ts';
import { vendors as known, lostReasons, refusals, salespeople } from './words.ts';

/** Where the demo's leads go. */
interface DemoStore extends Pick<OperatorPorts, 'leads' | 'contacts' | 'report' | 'erasure'> {
  readonly crm: Crm;
  readonly managedVendors: ManagedVendors;
  readonly vendors: IssuedKeys;
  readonly audit: AuditLog;
  readonly people: People;
  /** Absent with a store that keeps none. */
  readonly refusals?: Refusals | undefined;
}

interface DemoOrder {
  readonly count: number;
  readonly now: Date;
  readonly isWanted?: (draft: LeadDraft) => boolean;
  /** Told how many are done. */
  readonly progress?: (done: number) => void;
}

/** Who has set the accounts up. */
const BY = 'demo';

/**
 * Fills the store with made-up leads as if they had come in during the last 60 days: by the use cases, with a clock in the
 * past. What an earlier run has added stays as it is. No webhook hears of it. Resolves to how many leads were added.
 */
export async function fillWithLeads(
  store: DemoStore,
  { count, now, isWanted = () => true, progress = () => {} }: DemoOrder,
): Promise<number> {
  let time = now.getTime() - (PAST + 1) * DAY_MS;
  const clock = () => new Date(time);
  const ports = { ...store, vendors: store.managedVendors, clock, digest: sha256, randomBytes };
  const business = {
    timeZone: TimeZone.own(),
    answerGoal: new AnswerGoal(DAY_MS / 24),
    lostReasons: parseLostReasons(lostReasons),
  };
  const operator = makeOperatorUseCases({ ...ports, ...business, keyKind: 'test' });
  const submitLead = makeSubmitLead({
    ...store,
    clock,
    digest: sha256,
    newLeadId: () => leadIdAt(time),
    announce: tellNobody,
  });

  const before = await operator.listVendors();
  const accounts: VendorAccount[] = [];
  for (const { name } of known) {
    const account = before.find((each) => each.name === name);
    if (account) accounts.push(account);
    else {
      const { id } = await operator.addVendor({ name, by: BY });
      accounts.push((await operator.issueKey({ vendor: id, by: BY })).vendor);
    }
  }

  const staff = new Map<string, Author>();
  const people = await operator.namePeople();
  for (const name of salespeople) {
    const known = people.find((each) => each.name === name);
    const { id } = known ?? (await operator.addPerson({ name, role: 'sales', by: BY }));
    staff.set(name, { by: name, byId: id });
  }

  let added = 0;
  const leads = Array.from({ length: count }, (_, number) => ({ number, ...madeUpLead(number) }));
  const wanted = leads.filter(({ draft }) => isWanted(draft)).sort((a, b) => b.age - a.age);
  for (const [done, { number, draft, vendor, age, owner, work, isErased }] of wanted.entries()) {
    progress(done);
    const { id: vendorId, keys: [key] = [] } = accounts[vendor] as VendorAccount;
    time = now.getTime() - age;
    const submission = {
      lead: Lead.parse(draft),
      vendorId,
      keyId: key?.id,
      idempotencyKey: `demo-${number}`,
    };
    const { leadId, replayed } = await submitLead(submission);
    if (replayed) continue;
    added += 1;
    if (key) await store.vendors.markUsed(key.id, clock());
    if (owner !== undefined) {
      const by = staff.get(owner) ?? owner;
      await operator.assignLead({ leadId, to: owner, by });
    }
    for (const { age: ago, by: name, ...done } of work) {
      time = now.getTime() - ago;
      const by = staff.get(name) ?? name;
      if ('to' in done) await operator.moveLead({ leadId, ...done, endFollowUp: true, by });
      else await operator.noteLead({ leadId, ...done, next: momentOf(now, done.next), by });
    }
    if (isErased) await operator.eraseLead({ leadId, by: BY });
  }
  if (before.length === 0) await store.refusals?.add(madeUpRefusals(accounts, now));
  return added;
}

const QUARTER = DAY_MS / 96;

/** So long ago, or ahead, on a quarter of an hour. */
const momentOf = (now: Date, ago: number | undefined): Date | undefined =>
  ago === undefined ? undefined : new Date(Math.ceil((now.getTime() - ago) / QUARTER) * QUARTER);

/** A UUID v7 of that time. */
function leadIdAt(time: number): string {
  const stamp = Math.floor(time).toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${randomUUID().slice(15)}`;
}

/** What some vendors were refused in the last seven days: each day one lead, which they sent again and again. */
function madeUpRefusals(accounts: readonly VendorAccount[], now: Date): VendorsRequest[] {
  const chance = new Chance(-1);
  return accounts.slice(0, 3).flatMap(({ id: vendorId }) =>
    [0, 1, 2, 3, 4, 5, 6]
      .filter(() => chance.is(0.6))
      .flatMap((ago) => {
        const refusal = chance.of(refusals);
        const last = now.getTime() - ago * DAY_MS - chance.below(DAY_MS / 24);
        const externalId = refusal.problems && `Q-${101 + ago}`;
        return Array.from({ length: 1 + chance.below(9) }, (_, before) => ({
          vendorId,
          ...refusal,
          at: new Date(last - before * 2_000),
          requestId: randomUUID(),
          externalId,
        }));
      }),
  );
}
