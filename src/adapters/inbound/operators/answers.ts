import type { AnswerCounts, AnswerReport } from '../../../application/ports/inbound/report.ts';
import type { Answer } from '../../../domain/answer-goal.ts';
import { dealTypes } from '../../../domain/deal-type.ts';
import { type NamedPerson, personName } from '../../../domain/person.ts';
import { type Vendor, vendorLabel } from '../../../domain/vendor.ts';
import { DAY_MS, HOUR_MS } from './days.ts';
import { ownerView } from './people.ts';

/** How long a customer waits, or waited, for the first answer. Times are milliseconds. */
export const answerView = ({ since, answeredAt, elapsed, due, isLate }: Answer) => ({
  since,
  answeredAt,
  elapsed,
  due,
  late: isLate,
});

/** Where nobody takes care of a lead. */
const NOBODY = 'nobody';

/** The groups of the report, in the order of what people read: by vendor, by type, by owner. */
export function answerGroups(
  { vendors, types, owners }: AnswerReport,
  accounts: readonly Vendor[],
  people: readonly NamedPerson[],
) {
  const order = new Intl.Collator();
  const named = <C extends AnswerCounts>(groups: readonly C[], nameOf: (group: C) => string) =>
    groups
      .map((group) => ({ ...group, name: nameOf(group) }))
      .toSorted((a, b) => order.compare(a.name, b.name));
  return {
    vendors: named(vendors, ({ vendorId }) => vendorLabel(vendorId, accounts)),
    types: types.toSorted((a, b) => dealTypes.indexOf(a.dealType) - dealTypes.indexOf(b.dealType)),
    owners: named(owners, ({ owner }) => (owner === undefined ? NOBODY : personName(owner, people))),
  };
}

export function answersView(
  report: AnswerReport,
  accounts: readonly Vendor[],
  people: readonly NamedPerson[],
) {
  const { vendors, types, owners } = answerGroups(report, accounts, people);
  return {
    within: report.within,
    hours: report.hasHours,
    total: { ...report.total, unknown: report.unknown },
    vendors: vendors.map(({ vendorId, name, ...counts }) => ({
      vendor: vendorId,
      vendorName: name,
      ...counts,
    })),
    types,
    owners: owners.map(({ name: _, owner, ...counts }) => ({ owner: ownerView(owner, people), ...counts })),
  };
}

/** `45 s`, `12 min`, `1 h 5 min`, `30 h`: a time of the desk's hours has no days. */
export function durationText(length: number): string {
  const seconds = Math.round(length / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(length / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 || length > 24 * HOUR_MS ? `${Math.round(minutes / 60)} h` : `${hours} h ${rest} min`;
}

/** How long a customer waits or waited, as `durationText`; after two days that count: all days, as a lead's age has them. */
export const waitText = ({ elapsed, byClock }: Pick<Answer, 'elapsed' | 'byClock'>): string =>
  elapsed < 2 * DAY_MS ? durationText(elapsed) : `${Math.floor(byClock / DAY_MS)} d`;

/** As `durationText`; `undefined` if nobody was answered. */
const timeText = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : durationText(time);

const shareText = (share: number | undefined): string | undefined =>
  share === undefined ? undefined : `${Math.round(share * 100)} %`;

/** What a row of the report says beside its name, with the heads. */
export const answerColumns = ({ within }: Pick<AnswerReport, 'within'>) =>
  [
    ['Answered', ({ answered }: AnswerCounts) => `${answered}`],
    [`Within ${durationText(within)}`, ({ inTime }: AnswerCounts) => shareText(inTime)],
    ['Half within', ({ median }: AnswerCounts) => timeText(median)],
    ['9 of 10 within', ({ p90 }: AnswerCounts) => timeText(p90)],
    ['Unanswered', ({ unanswered }: AnswerCounts) => `${unanswered}`],
    ['Late', ({ late }: AnswerCounts) => `${late}`],
  ] as const;

/** In place of a status, what a filter calls leads whose customers wait for the first answer. */
export const UNANSWERED = 'unanswered';

/** Whether time of the wait has passed: before the desk’s hours none has. */
export const hasWaited = ({ elapsed }: Answer): boolean => elapsed >= 1_000;

/** Where a lead stands, in words that a time may follow: `Unanswered for 12 min, late after` and when. */
export function answerWords(answer: Answer): readonly [string, Date?] {
  const { answeredAt, due, isLate } = answer;
  const time = waitText(answer);
  if (answeredAt) return [isLate ? `After ${time}, late` : `After ${time}`];
  const waited = hasWaited(answer) ? `Unanswered for ${time}` : 'Unanswered';
  return [`${waited}, late ${isLate ? 'since' : 'after'}`, due];
}
