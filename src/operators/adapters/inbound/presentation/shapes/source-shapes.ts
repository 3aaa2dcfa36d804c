import * as v from 'valibot';
import { dealTypes } from '../../../../../domain/deal-type.ts';
import { signers, sourceKinds } from '../../../../../domain/sources/source-kinds.ts';
import { flag, leadId, list, perhaps, said, text, time, whole } from './parts.ts';

const source = {
  source: said(text, 'Its id.'),
  kind: v.picklist(sourceKinds),
  vendor: said(text, 'Its id.'),
  url: said(text, 'Where its leads are sent.'),
  enter: said(text, 'What its sender has to enter where.'),
  dealType: perhaps(said(v.picklist(dealTypes), 'Of leads that say none.')),
  as: perhaps(said(text, 'The vendor’s name on each of its leads.')),
  thanks: perhaps(text),
  origins: perhaps(list(text)),
  fields: perhaps(said(v.record(text, text), 'What its sender calls the fields of a lead.')),
  trap: perhaps(said(text, 'The field that people do not see, if it is not `website`.')),
  caught: perhaps(said(whole, 'How much that caught in the last week.')),
  signed: perhaps(said(v.picklist(signers), 'The sender whose signature is its proof.')),
  hint: perhaps(said(text, 'The first characters of its secret, unless its sender chose it.')),
  created: time,
  tested: perhaps(said(time, 'When a test of its sender last came.')),
};
const secret = {
  secret: perhaps(
    said(
      text,
      'In plain text: in this answer alone. A form has none; one that the sender chose is not in it.',
    ),
  ),
};

export const Source = v.object(source);
export const SourceList = v.object({ sources: list(Source) });
export const FreshSource = v.object({ ...secret, ...source });
export type FreshSource = v.InferOutput<typeof FreshSource>;
export const RotatedSource = v.object({ ...secret, ...source, oldExpires: time });
export const RemovedSource = v.object({ source: text });

const fields = said(v.record(text, text), 'What could be read, by the names of a lead’s fields.');
const wrong = said(list(text), 'What is wrong, in words; empty if it is a lead.');

const read = {
  fields,
  readFrom: said(
    list(v.object({ field: perhaps(text), place: text })),
    'What was read from where, in the sender’s words; without a field: a line of the notes.',
  ),
  faults: said(v.record(text, text), 'What is wrong with which field.'),
};

const test = perhaps(said(flag, 'Its sender marks it as a test: only a sandbox keeps it.'));

export const TriedLead = v.object({ lead: said(flag, 'Whether it would be one.'), test, ...read, wrong });
export const TriedLeadList = v.object({ leads: list(TriedLead) });

const came = {
  source: said(text, 'The id of its source.'),
  at: time,
  ends: said(time, 'When it is kept no longer.'),
  declared: perhaps(said(text, 'The media type that its sender declared.')),
  text: said(text, 'Decoded, and without secrets.'),
  cut: perhaps(said(flag, 'The text was longer.')),
};
export const AsItCame = v.object({ leadId: text, ...came });
/** The same in a customer's file. */
export const sentAsItCame = v.omit(AsItCame, ['leadId', 'ends']);

const held = {
  held: said(text, 'Its id.'),
  source: said(text, 'The id of its source.'),
  vendor: said(text, 'The id of the source’s vendor.'),
  vendorName: perhaps(said(text, 'The name of its account.')),
  at: time,
  ends: said(time, 'When it is gone.'),
  endsSoon: flag,
  why: said(text, 'A word from a closed list.'),
  declared: perhaps(said(text, 'The media type that its sender declared.')),
  cut: perhaps(said(flag, 'Only the beginning is kept.')),
  wrong,
  ...read,
};

export const Held = v.object(held);
export const HeldList = v.object({
  held: list(Held),
  more: flag,
  next: perhaps(said(text, 'The cursor of the next page; absent after the last.')),
});
export const HeldWhole = v.object({
  ...held,
  text: said(text, 'As it came; a file that is no text, as a data URL.'),
  readable: perhaps(said(text, 'As a person reads it: a mail, decoded.')),
});
export type HeldWhole = v.InferOutput<typeof HeldWhole>;
export const SentHeld = v.object({ held: text, leadId });
export const DroppedHeld = v.object({ held: text });
export const ErasedHeld = v.object({
  held: said(whole, 'How many.'),
  erased: said(flag, 'False if they were only counted.'),
  owed: perhaps(said(text, 'Why the file still has their bytes.')),
});
