import * as v from 'valibot';
import type { AnswerCounts, LeadCounts } from '#operators/application/ports/inbound/report-use-cases.ts';
import { answerCounts, leadCounts, type ReportColumns } from '../report-columns.ts';
import type { NamedReport } from '../report-views.ts';
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

type Row = NamedReport['rows'][number];
type OfVendor = NamedReport['vendors'][number];
type OfType = NamedReport['types'][number];
type OfOwner = NamedReport['owners'][number];
type Lost = NamedReport['lost'][number];

const vendor = {
  vendor: json(text, ({ vendorId }: Pick<OfVendor, 'vendorId'>) => vendorId),
  vendorName: text,
};
const ofOwner = {
  owner: json(perhaps(owner), ({ owner: id }: OfOwner, context: People) =>
    ifAny(id, (each) => person.of(each, context)),
  ),
};

export const ReportRow = viewOf<Row>()({ ...vendor, dealType, ...ofLeads });
export const ReportDay = viewOf<NamedReport['days'][number]>()({
  day: v.pipe(text, v.metadata({ format: 'date' })),
  ...ofLeads,
});
export const Counts = viewOf<LeadCounts>()(ofLeads);

export const LostRow = viewOf<Lost>()({
  ...vendor,
  dealType,
  lostReason: said(text, 'Its code.'),
  words: said(text, 'For people.'),
  leads: whole,
});

/** A report with its span, and with the people that it names. */
interface Told extends People {
  readonly since: Date;
  readonly until: Date;
  readonly report: NamedReport;
}

const AnswersOfAll = viewOf<AnswerCounts>()(ofAnswers);
const AnswersOfVendor = viewOf<OfVendor>()({ ...vendor, ...ofAnswers });
const AnswersOfType = viewOf<OfType>()({ dealType, ...ofAnswers });
const AnswersOfOwner = viewOf<OfOwner, People>()({ ...ofOwner, ...ofAnswers });
const OwnerRow = viewOf<OfOwner, People>()({ ...ofOwner, ...ofLeads });

export const Answers = viewOf<Told>()({
  within: json(said(whole, 'The goal, in milliseconds.'), ({ report }) => report.goal.within),
  hours: json(said(flag, 'Whether only hours of the desk count.'), ({ report }) => report.goal.hasHours),
  total: json(AnswersOfAll, ({ report }) => AnswersOfAll.of(report.total)),
  vendors: json(list(AnswersOfVendor), ({ report }) =>
    report.vendors.map((each) => AnswersOfVendor.of(each)),
  ),
  types: json(list(AnswersOfType), ({ report }) => report.types.map((each) => AnswersOfType.of(each))),
  owners: json(said(list(AnswersOfOwner), 'Without an owner: nobody’s.'), ({ report, people }) =>
    report.owners.map((each) => AnswersOfOwner.of(each, { people })),
  ),
});

export const Report = viewOf<Told>()({
  since: time,
  until: said(time, 'Where the span ends: it is not a part of it.'),
  rows: json(list(ReportRow), ({ report }) => report.rows.map((each) => ReportRow.of(each))),
  days: json(said(list(ReportDay), 'Days with leads.'), ({ report }) =>
    report.days.map((each) => ReportDay.of(each)),
  ),
  total: json(Counts, ({ report }) => Counts.of(report.total)),
  owners: json(said(list(OwnerRow), 'By the present owner; without one: nobody’s.'), ({ report, people }) =>
    report.owners.map((each) => OwnerRow.of(each, { people })),
  ),
  lost: json(list(LostRow), ({ report }) => report.lost.map((each) => LostRow.of(each))),
  answers: json(Answers, (told) => Answers.of(told)),
});
