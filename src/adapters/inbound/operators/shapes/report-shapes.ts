import * as v from 'valibot';
import { answerCounts, leadCounts, type ReportColumns } from '../report-columns.ts';
import { byId, dealType, owner, person } from './lead-shapes.ts';
import { flag, list, perhaps, said, text, time, whole } from './parts.ts';

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** What the report says of a group of leads. Of none, there is no share and no time. */
const counts = <C>(columns: ReportColumns<C>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { kind, says }]) => {
      const plain = kind === 'share' ? share : whole;
      const shape = says === undefined ? plain : said(plain, says);
      return [name, kind === undefined ? shape : perhaps(shape)];
    }),
  );

const ofLeads = counts(leadCounts);
const ofAnswers = counts(answerCounts(0));
const vendor = { vendor: text, vendorName: text };

export const ReportRow = v.object({ ...vendor, dealType, ...ofLeads });
export const ReportDay = v.object({ day: v.pipe(text, v.metadata({ format: 'date' })), ...ofLeads });
export const Counts = v.object(ofLeads);

export const LostRow = v.object({
  ...vendor,
  dealType,
  lostReason: said(text, 'Its code.'),
  words: said(text, 'For people.'),
  leads: whole,
});

export const Answers = v.object({
  within: said(whole, 'The goal, in milliseconds.'),
  hours: said(flag, 'Whether only hours of the desk count.'),
  total: v.object(ofAnswers),
  vendors: list(v.object({ ...vendor, ...ofAnswers })),
  types: list(v.object({ dealType, ...ofAnswers })),
  owners: said(list(v.object({ owner: perhaps(owner), ...ofAnswers })), 'Without an owner: nobody’s.'),
});

export const Report = v.object({
  since: time,
  until: said(time, 'Where the span ends: it is not a part of it.'),
  rows: list(ReportRow),
  days: said(list(ReportDay), 'Days with leads.'),
  total: Counts,
  lost: list(LostRow),
  answers: Answers,
});

const changeable = v.union([text, person, v.null()]);

export const AuditEntry = v.object({
  at: time,
  by: said(text, 'A token as `NAME (token)`.'),
  action: text,
  on: said(text, 'An id.'),
  byId: perhaps(byId),
  from: perhaps(said(changeable, 'The status, owner or role before; null for nobody.')),
  to: perhaps(
    said(
      changeable,
      'The one after, or, if the outcome is not done, the one that was intended; or how much was taken.',
    ),
  ),
  outcome: perhaps(said(v.picklist(['done', 'refused', 'failed']), 'Absent if it is not known.')),
  fields: perhaps(said(list(text), 'Of a contact: which were to be changed.')),
  merged: perhaps(text),
  lead: perhaps(said(text, 'Whose follow-up it was.')),
});

export const AuditList = v.object({
  entries: list(AuditEntry),
  more: flag,
  next: perhaps(said(text, 'The cursor of the next page; absent after the last one.')),
});
