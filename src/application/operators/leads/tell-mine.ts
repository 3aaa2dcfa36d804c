import type { AnswerGoal } from '../../../domain/work/answer-goal.ts';
import type { Clock } from '../../intake/ports/outbound/runtime.ts';
import { authorOf, knownPeople, type PeoplePorts } from '../desk/known-people.ts';
import type { TellMine, ToldLead } from '../ports/inbound/leads.ts';
import type { AuditLog } from '../ports/outbound/audit-log.ts';
import type { BackOffice } from '../ports/outbound/back-office.ts';
import type { DealSummary } from '../ports/records.ts';

interface TellMinePorts extends PeoplePorts {
  readonly backOffice: Pick<BackOffice, 'deals'>;
  readonly audit: Pick<AuditLog, 'entries'>;
  readonly answerGoal: AnswerGoal;
  readonly clock: Clock;
}

/** Of each kind: nobody reads more at once. */
const MOST_TOLD = 20;
/** Those who wait longest are late already: whoever becomes late is behind them. */
const MOST_WAITING = 200;

/** Nothing of it is stored: what happened in the time since is found by its time. */
export const makeTellMine =
  (ports: TellMinePorts): TellMine =>
  async ({ since, by }) => {
    const until = ports.clock();
    const { byId } = authorOf(by);
    if (byId === undefined || since === undefined) return { until, leads: [] };
    const owners = (await knownPeople(ports)).idsOf(byId);
    const isNew = (time: Date | undefined) => time !== undefined && time >= since && time < until;
    const [changed, due, waiting] = await Promise.all([
      ports.backOffice.deals({ changed: true, open: true, owners, limit: MOST_TOLD }),
      ports.backOffice.deals({
        ...{ due: until, owners, limit: MOST_TOLD },
        after: { receivedAt: since, followUpAt: since, id: '' },
      }),
      ports.backOffice.deals({ unanswered: true, owners, limit: MOST_WAITING }),
    ]);
    const recently = changed.filter(({ changedAt }) => changedAt && changedAt >= since);
    const given = await Promise.all(recently.map(({ id }) => wasGiven(ports, id, { owners, isNew, since })));
    const late = waiting.filter((lead) => isNew(ports.answerGoal.answerOf(lead, until)?.due));
    const told = (why: ToldLead['why'], leads: readonly DealSummary[]) =>
      leads.slice(0, MOST_TOLD).map((lead) => ({ why, lead }));
    return {
      until,
      leads: [
        ...told(
          'assigned',
          recently.filter((_, at) => given[at]),
        ),
        ...told('due', due),
        ...told('late', late),
      ],
    };
  };

interface Giving {
  readonly owners: readonly string[];
  readonly since: Date;
  readonly isNew: (time: Date) => boolean;
}

/** Whether somebody else made it this person's. */
async function wasGiven(
  { audit }: TellMinePorts,
  leadId: string,
  { owners, since, isNew }: Giving,
): Promise<boolean> {
  const entries = await audit.entries({ on: leadId, action: 'lead.assign', since, limit: MOST_TOLD });
  return entries.some(
    ({ to, byId = '', at, outcome }) =>
      owners.includes(to ?? '') && !owners.includes(byId) && outcome === 'done' && isNew(at),
  );
}
