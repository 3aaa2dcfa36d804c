import { newId } from '../../../application/new-id.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../domain/lead-status.ts';
import { DAY_MS } from '../../domain/day.ts';
import { Refused } from '../../domain/refused.ts';
import { operatorName } from '../../domain/work/operator-name.ts';
import { monthsBefore } from '../../domain/work/retention.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { removeRemains } from '../erased-remains.ts';
import type { Needs } from '../operator-ports.ts';
import type { KeptLeads } from '../ports/outbound/kept-leads.ts';
import type { Leases } from '../ports/outbound/leases.ts';
import type { OwedRemains } from '../ports/outbound/remains.ts';
import type { DealSummary } from '../ports/records.ts';
import { forgetRefused } from '../vendors/refused-requests.ts';

type RetentionPorts = AuditPorts &
  Needs<'leads' | 'erasure' | 'refusals' | 'remains'> & { readonly leases: Leases };

/** Leads that are erased at once: so few that an arriving lead hardly waits. */
const GROUP = 100;

/** The days of receipt that are searched at once, so that no search passes all leads that were erased before. */
const SPAN_MS = 31 * DAY_MS;

/** Milliseconds for which a run that broke off keeps others from beginning: longer than any group takes. */
const LEASE_MS = 120_000;

const WORK = 'retention';

/**
 * Erases for good the customers who have been kept for long enough. Leads that became Won or Lost so long ago
 * keep what `eraseLead` leaves; a contact goes with its last lead. Works in groups and rests after each for as
 * long as it took. May be repeated, also after an interruption. A run makes one entry in the audit log. Throws
 * Refused if another run is under way.
 */
export type RunRetention = (order: RetentionOrder) => Promise<RetentionOutcome>;

/** The leads that a run is to erase, and who runs it. */
export interface RetentionOrder {
  /** Months since a lead got its last status, 1 to 1,200. */
  readonly months: number;
  /** Also erases open leads that nobody has moved for as long. */
  readonly openToo?: boolean | undefined;
  /** Only counts the leads, and records nothing. */
  readonly dryRun?: boolean | undefined;
  readonly by: string;
  /** Called after each group with the number so far. */
  readonly progress?: ((leads: number) => void) | undefined;
  /** Called after each group: whether to leave the rest to another run. */
  readonly isStopped?: (() => boolean) | undefined;
}

/** The leads and contacts that a run erased, or would erase. */
export interface RetentionOutcome {
  /** Leads that got their last status before this time were erased. */
  readonly before: Date;
  readonly leads: number;
  /** `undefined` after a dry run. */
  readonly contacts: number | undefined;
  /** Whether the run was stopped before all were erased. */
  readonly stopped: boolean;
  /** Bytes of the erased customers that are still in the store's files. */
  readonly owed?: OwedRemains | undefined;
}

export const makeRunRetention =
  (ports: RetentionPorts): RunRetention =>
  async ({ months, openToo = false, dryRun = false, by, progress = () => {}, isStopped = () => false }) => {
    const before = monthsBefore(ports.clock(), months);
    const statuses = leadStatuses.filter((status) => openToo || isFinal(status));

    /** Erases group after group, and resolves to the sums. */
    async function eachGroup(
      erase: (leads: readonly DealSummary[]) => Promise<Retired>,
    ): Promise<Pick<RetentionOutcome, 'leads' | 'stopped'> & { readonly contacts: number }> {
      let [leads, contacts] = [0, 0];
      for await (const group of groupsOf(ports.leads, statuses, before)) {
        const retired = await erase(group);
        leads += retired.leads;
        contacts += retired.contacts;
        progress(leads);
        if (isStopped()) return { leads, contacts, stopped: true };
      }
      return { leads, contacts, stopped: false };
    }

    if (dryRun) {
      const { contacts: _, ...counted } = await eachGroup(async ({ length }) => ({
        leads: length,
        contacts: 0,
      }));
      return { before, contacts: undefined, ...counted };
    }
    const name = operatorName(by);
    return alone(ports, name, (prolong) =>
      audited(ports, { by: name, action: 'lead.retire', on: 'leads' }, async () => {
        const erased = await eachGroup(async (group) => {
          const started = performance.now();
          await prolong();
          await forgetRefused(ports, group); // first, while the leads still have their ids
          const ids = group.map(({ id }) => id);
          const retired = await ports.erasure.retire(ids, { unmovedSince: before, at: ports.clock() });
          await pause(performance.now() - started);
          return retired;
        });
        return { before, ...erased, owed: await removeRemains(ports) };
      }),
    );
  };

/** How many leads and contacts were erased. */
interface Retired {
  readonly leads: number;
  readonly contacts: number;
}

/** Leads that have been kept for long enough, in groups by their time of receipt. */
async function* groupsOf(
  leads: Pick<KeptLeads, 'deals'>,
  statuses: readonly LeadStatus[],
  unmovedSince: Date,
): AsyncGenerator<readonly DealSummary[]> {
  for (const status of statuses) {
    const [oldest] = await leads.deals({ status, limit: 1 });
    let since = oldest?.receivedAt ?? unmovedSince;
    while (since < unmovedSince) {
      const until = new Date(since.getTime() + SPAN_MS);
      const span = { status, since, until, unmovedSince, known: true, limit: GROUP };
      let after: DealSummary | undefined;
      do {
        const group = await leads.deals({ ...span, after });
        if (group.length > 0) yield group;
        after = group.length === GROUP ? group.at(-1) : undefined;
      } while (after);
      since = until;
    }
  }
}

/**
 * Runs `work` unless another run is under way. `prolong` throws Refused if the lease ran out and another run
 * has begun.
 */
async function alone<T>(
  { leases, clock, randomBytes }: RetentionPorts,
  by: string,
  work: (prolong: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const [holder, since] = [newId('run', randomBytes), clock()];

  async function prolong(): Promise<void> {
    const now = clock();
    const ends = new Date(now.getTime() + LEASE_MS);
    const inForce = await leases.take({ work: WORK, holder, by, since, ends }, now);
    if (inForce.holder !== holder) throw runsAlready(inForce);
  }

  await prolong();
  try {
    return await work(prolong);
  } finally {
    await leases.end(WORK, holder).catch(() => {}); // it ends by itself
  }
}

const runsAlready = ({ by, since, ends }: { by: string; since: Date; ends: Date }): Refused =>
  new Refused(
    'runs-already',
    `${by} runs it since ${since.toISOString()}. If that was broken off, try again after ${ends.toISOString()}.`,
  );

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
