import type { PlacedSource, TriedLead } from '#operators/application/ports/inbound/source-use-cases.ts';
import { problemReasons, problemWords } from '#operators/application/sources/held-leads.ts';
import { type LeadField, leadFields, type Problem } from '../../../../domain/invalid-lead.ts';
import type { LeadDraft } from '../../../../domain/lead.ts';
import type { HeldWhy } from '../../../../domain/sources/held-lead.ts';
import type { NamedField, Source } from '../../../../domain/sources/source.ts';
import { kindRules } from '../../../../domain/sources/source-kinds.ts';
import type { ReadFrom } from '../../../../domain/sources/source-lead.ts';
import type { Columns } from './list.ts';

/** A field's name for operators: as in `/v1/lead`, in camel case. */
export const nameOfField = (field: NamedField): string => (field === 'notes' ? 'leadNotes' : field);

/** The field of a lead with this name, written as in `/v1/lead`, in camel case, or as the command line's options. */
export const fieldNamed = (name: string): LeadField | undefined =>
  leadFields.find(
    (field) =>
      nameOfField(field) === name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );

/** What a source's own name can stand for: a field of a lead, or the customer's whole name. */
export const namedFieldNamed = (name: string): NamedField | undefined =>
  /^(?:full[_-]?)?name$/i.test(name) ? 'name' : fieldNamed(name);

/** What people may fill in of a held lead: each field but `externalId`, the legacy one of `externalLeadId`. */
export type HeldFields<T> = Readonly<Record<Exclude<LeadField, 'notes' | 'externalId'> | 'leadNotes', T>>;

/** Labels for fields of a lead, by their names for operators. */
export const fieldLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  zip: 'ZIP',
  dealType: 'Deal type',
  vendorName: 'Vendor’s name on it',
  vehicleYear: 'Year',
  vehicleMake: 'Make',
  vehicleModel: 'Model',
  vehicleMiles: 'Miles',
  externalLeadId: 'Vendor’s own id',
  leadNotes: 'Notes',
} as const satisfies HeldFields<string>;

/** Says what to enter where. A secret without a hint is the signing key that the sender chose. */
function enterWords(url: string, source: Source): string {
  const words = kindRules[source.kind].enter(url, source);
  return source.signed && !source.secrets.at(-1)?.hint ? `${words} SECRET is the key that you gave.` : words;
}

export const sourceView = ({ source, url, caught }: PlacedSource) => ({
  source: source.id,
  kind: source.kind,
  vendor: source.vendorId,
  url,
  enter: enterWords(url, source),
  dealType: source.dealType,
  as: source.name,
  thanks: source.thanks,
  origins: source.origins.length > 0 ? source.origins : undefined,
  fields:
    Object.keys(source.fields).length > 0
      ? Object.fromEntries(Object.entries(source.fields).map(([name, field]) => [name, nameOfField(field)]))
      : undefined,
  trap: source.trap,
  caught,
  signed: source.signed,
  hint: source.secrets.at(-1)?.hint || undefined,
  created: source.created,
  tested: source.tested,
});

export const sourceColumns = {
  source: { head: 'Source', value: ({ source }) => source },
  kind: { head: 'Kind', value: ({ kind, signed }) => (signed ? `${kind}, signed by ${signed}` : kind) },
  vendor: { head: 'Vendor', in: ['terminal'], value: ({ vendor }) => vendor },
  dealType: { head: 'Deal type', value: ({ dealType }) => dealType },
  hint: { head: 'Secret begins with', value: ({ hint }) => hint },
  created: { head: 'Created', kind: 'time', value: ({ created }) => created },
  caught: { head: 'Caught this week', value: ({ caught }) => caught },
  tested: { head: 'A test came', kind: 'time', value: ({ tested }) => tested },
} as const satisfies Columns<ReturnType<typeof sourceView>>;

/** The remark on what a sender marks as a test. */
export const TEST_WORDS = 'Its sender marks it as a test: only a sandbox keeps it as a lead.';

export const triedView = ({ fields, readFrom, isTest, unreadable, problems }: TriedLead) => {
  const wrong = [...(unreadable ? [whyWords[unreadable]] : []), ...problems.map(problemWords)];
  return {
    lead: wrong.length === 0,
    test: isTest || undefined,
    fields: namedFields(fields),
    readFrom: placesIn(readFrom),
    faults: faultsIn(problems),
    wrong,
  };
};

/** What was read from where, by the names of fields for operators. */
export const placesIn = (readFrom: readonly ReadFrom[] = []): readonly ReadPlace[] =>
  readFrom.map(({ field, place }) => ({ field: field && nameOfField(field), place }));

export interface ReadPlace {
  /** Absent for a line of the notes. */
  readonly field?: string | undefined;
  readonly place: string;
}

/** What is wrong with each field, in words: `is missing`. */
export const faultsIn = (problems: readonly Problem[]): Record<string, string> =>
  Object.fromEntries(problems.map(({ field, reason }) => [nameOfField(field), problemReasons[reason]]));

/** The places from which a field was read, such as `lead[phone][0]`; for the notes, all that have a line there. */
export function placesOf(readFrom: readonly ReadPlace[], name: string): string {
  const isThere = ({ field = 'leadNotes' }: ReadPlace) => field === name;
  return [...new Set(readFrom.filter(isThere).map(({ place }) => place))].join(', ');
}

export const namedFields = (fields: LeadDraft): Record<string, string> =>
  Object.fromEntries(
    leadFields.flatMap((field) => {
      const text = fields[field];
      return typeof text === 'string' ? [[nameOfField(field), text]] : [];
    }),
  );

/** The reasons why a lead is held, in words. */
export const whyWords = {
  'no-document': 'There is no <adf> in it.',
  'cut-off': 'Its <adf> does not end.',
  broken: 'Its <adf> is not well-formed XML.',
  'too-large': 'It has too many parts to be read.',
  'not-text': 'It is no text, form or JSON that can be read, or letters of it are lost.',
  automatic: 'A newsletter or an automatic answer, without a lead.',
  trapped: 'Its form’s trap is filled in, which people do not see.',
  'invalid-lead': 'Something of a lead is missing or wrong.',
  'sent-again': 'This lead came before, with other words.',
} as const satisfies Record<HeldWhy, string>;
