import { TimeZone } from '#operators/domain/time-zone.ts';
import { endOfDay, startOfDay } from '../days.ts';
import { count, meaning, optional, text, timeFrom, timeUntil } from '../fields.ts';
import { InvalidValue } from '../invalid-value.ts';
import { type Call, operation } from '../operation.ts';
import { month, spanOf } from '../report-span.ts';
import { reportOf } from '../report-views.ts';
import { AuditList } from '../shapes/audit-shapes.ts';
import { Report } from '../shapes/report-shapes.ts';
import { auditCursor, type Calendar, limit, MAX_LIMIT } from '../values.ts';

/** Makes a reader that checks a text by another reader, in any zone; an empty text is as if absent. */
const checkedBy = (read: (text: string, zone: TimeZone) => unknown) => (given: string) => {
  if (given !== '') read(given, TimeZone.own());
  return given;
};

/** The number of audit entries in a list, unless a request asks for another. */
export const USUAL_LIMIT = 50;

export const auditQuery = (calendar: Calendar) =>
  optional({
    by: text('Only what this person did (id or name), or the program with the token of this id.'),
    on: text('Only what was done to the vendor, key, token, lead, contact, person or webhook with this id.'),
    day: meaning('Only what was begun on this day: `2026-11-25`.', checkedBy(startOfDay), { format: 'date' }),
    since: timeFrom('Only what was begun at this time or later.', calendar),
    until: timeUntil('Only what was begun before this time.', calendar),
    cursor: meaning('`next` of the page before.', auditCursor),
    limit: count(`At most so many. By default ${USUAL_LIMIT}.`, limit, MAX_LIMIT),
  });

/** Resolves to audit entries: one more than `most`, if there are. */
export async function entriesFound(
  { operator, zone, query }: Pick<Call<ReturnType<typeof auditQuery>>, 'operator' | 'zone' | 'query'>,
  most: number | undefined,
) {
  const { by, on, day, cursor: after } = query;
  const since = query.since ?? (day === undefined ? undefined : startOfDay(day, zone));
  const until = query.until ?? (day === undefined ? undefined : endOfDay(day, zone));
  const limit = most && most + 1;
  const found = await operator.readAudit({ person: by, on, since, until, after, limit });
  return { found, people: await operator.namePeople() };
}

export const reportOperations = [
  operation({
    id: 'reportLeads',
    method: 'GET',
    path: '/report',
    summary: 'Report what became of leads',
    description:
      'It counts those that were received in a month, or in the days from since to until, by vendor and deal type.',
    query: optional({
      month: meaning('Such as `2026-11`. By default the present one.', checkedBy(month)),
      since: meaning('The first day: `2026-11-01`.', checkedBy(startOfDay)),
      until: meaning('The last day. By default today.', checkedBy(startOfDay)),
    }),
    answer: Report,
    async run({ operator, now, zone, query }) {
      if (query.month && (query.since || query.until))
        throw new InvalidValue('Give month, or since and until.');
      const span = spanOf(query, now, zone);
      return Report.of({ ...span, ...(await reportOf(span, operator)) });
    },
    command: {
      words: 'report',
      examples: ['report', 'report --month 2026-05 --csv > may.csv', 'report --since 7d'],
    },
  }),
  operation({
    id: 'readAudit',
    method: 'GET',
    path: '/audit',
    summary: 'List what operators did',
    description:
      'The newest is first; each lead of a change of many has its entry. `next` is the cursor of the next page, and absent after the last one.',
    query: auditQuery,
    naming: { by: 'unknown-person' },
    answer: AuditList,
    async run(call) {
      const { limit: most = USUAL_LIMIT } = call.query;
      const { found, people } = await entriesFound(call, most);
      return AuditList.of({ found, most }, { people });
    },
    command: {
      words: 'audit',
      examples: [
        'audit --by "Grace Hopper" --day 2026-05-01',
        'audit --on 0199…',
        'audit --until 2026-05-01 --limit 500 --csv',
      ],
    },
  }),
];
