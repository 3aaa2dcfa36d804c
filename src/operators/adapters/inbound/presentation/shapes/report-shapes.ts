import * as v from 'valibot';
import type {
  AnswerCounts,
  Report as Found,
  LeadCounts,
  LostCount,
} from '#operators/application/ports/inbound/report-use-cases.ts';
import type { Vendor } from '../../../../../domain/vendor.ts';
import { answerCounts, leadCounts, type ReportColumns } from '../report-columns.ts';
import { reportGroups, sortedRows } from '../report-views.ts';
import { json, viewOf } from '../view.ts';
import { dealType, owner, type People, person } from './lead-parts.ts';
import { flag, ifAny, list, perhaps, said, text, time, whole } from './parts.ts';

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The numbers of a group of leads. A group without leads has no shares and times. */
const counts = <C>(columns: ReportColumns<C>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { kind, says, value }]) => {
      const plain = kind === 'share' ? share : whole;
      const shape = says === undefined ? plain : said(plain, says);
      return [name, json(kind === undefined ? shape : perhaps(shape), value)];
    }),
  );

const ofLeads = counts<LeadCounts>(leadCounts);
const ofAnswers = counts<AnswerCounts>(answerCounts(0));

type OfVendor = Pick<LostCount, 'vendorId'> & { readonly vendorName: string };
const vendor = { vendor: json(text, ({ vendorId }: OfVendor) => vendorId), vendorName: text };

export const ReportRow = viewOf<OfVendor & Found['rows'][number]>()({ ...vendor, dealType, ...ofLeads });
export const ReportDay = viewOf<Found['days'][number]>()({
  day: v.pipe(text, v.metadata({ format: 'date' })),
  ...ofLeads,
});
export const Counts = viewOf<LeadCounts>()(ofLeads);

export const LostRow = viewOf<OfVendor & LostCount>()({
  ...vendor,
  dealType,
  lostReason: said(text, 'Its code.'),
  words: said(text, 'For people.'),
  leads: whole,
});

/** A report with the names in it. */
export interface NamedReport extends People {
  readonly since: Date;
  readonly until: Date;
  readonly report: Found;
  readonly vendors: readonly Vendor[];
}

const ofAll = viewOf<AnswerCounts>()(ofAnswers);
const ofVendors = viewOf<OfVendor & AnswerCounts>()({ ...vendor, ...ofAnswers });
const ofTypes = viewOf<Found['types'][number]>()({ dealType, ...ofAnswers });
const ofOwner = {
  owner: json(perhaps(owner), ({ owner: id }: Found['owners'][number], context: People) =>
    ifAny(id, (each) => person.of(each, context)),
  ),
};
const OwnerRow = viewOf<Found['owners'][number], People>()({ ...ofOwner, ...ofLeads });
const ofOwners = viewOf<Found['owners'][number], People>()({
  ...ofOwner,
  ...ofAnswers,
});

export const Answers = viewOf<NamedReport>()({
  within: json(said(whole, 'The goal, in milliseconds.'), ({ report }) => report.goal.within),
  hours: json(said(flag, 'Whether only hours of the desk count.'), ({ report }) => report.goal.hasHours),
  total: json(ofAll, ({ report }) => ofAll.of(report.total)),
  vendors: json(list(ofVendors), ({ report, vendors }) =>
    reportGroups(report, vendors, []).vendors.map(({ name, ...each }) =>
      ofVendors.of({ ...each, vendorName: name }),
    ),
  ),
  types: json(list(ofTypes), ({ report }) =>
    reportGroups(report, [], []).types.map((each) => ofTypes.of(each)),
  ),
  owners: json(said(list(ofOwners), 'Without an owner: nobody’s.'), ({ report, people }) =>
    reportGroups(report, [], people).owners.map((each) => ofOwners.of(each, { people })),
  ),
});

export const Report = viewOf<NamedReport>()({
  since: time,
  until: said(time, 'Where the span ends: it is not a part of it.'),
  rows: json(list(ReportRow), ({ report, vendors }) =>
    sortedRows(report, vendors).map((each) => ReportRow.of(each)),
  ),
  days: json(said(list(ReportDay), 'Days with leads.'), ({ report }) =>
    report.days.map((each) => ReportDay.of(each)),
  ),
  total: json(Counts, ({ report }) => Counts.of(report.total)),
  owners: json(said(list(OwnerRow), 'By the present owner; without one: nobody’s.'), ({ report, people }) =>
    reportGroups(report, [], people).owners.map((each) => OwnerRow.of(each, { people })),
  ),
  lost: json(list(LostRow), ({ report, vendors }) =>
    sortedRows({ rows: report.lost }, vendors).map((each) => LostRow.of(each)),
  ),
  answers: json(Answers, (report) => Answers.of(report)),
});
