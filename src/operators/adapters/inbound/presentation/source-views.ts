import { endsSoon, type HeldWhy, heldUntil } from '../../../../domain/held-lead.ts';
import { type LeadField, leadFields } from '../../../../domain/invalid-lead.ts';
import type { LeadDraft } from '../../../../domain/lead.ts';
import type { NamedField, Source, SourceKind } from '../../../../domain/source.ts';
import type { Vendor } from '../../../../domain/vendor.ts';
import type { PlacedSource, TriedLead } from '../../../application/ports/inbound/source-use-cases.ts';
import type { HeldSummary } from '../../../application/ports/outbound/managed-sources.ts';
import { problemWords } from '../../../application/sources/held-leads.ts';
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

/** The kinds of sources in words. */
export const kindWords = {
  adf: 'ADF/XML, by post or mail',
  google: 'Google’s lead form',
  form: 'a form on a website',
} as const satisfies Record<SourceKind, string>;

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
} as const;

/** Instructions for the sender of a source: what to enter where. They write its secret as SECRET. */
export function whatToEnter({ kind, id }: Pick<Source, 'kind' | 'id'>, url: string): string {
  switch (kind) {
    case 'google':
      return `In Google Ads, at the lead form: Webhook URL ${url}, Key SECRET.`;
    case 'adf':
      return `By post: ${url} with SECRET as header x-api-key, as HTTP Basic’s password, or as ?key=SECRET. By mail: let the mail server hand each message to “leads receive ${id}”.`;
    case 'form':
      return `On the page: <form method="post" action="${url}">.`;
  }
}

export const sourceView = ({ source, url }: PlacedSource) => ({
  source: source.id,
  kind: source.kind,
  vendor: source.vendorId,
  url,
  enter: whatToEnter(source, url),
  dealType: source.dealType,
  as: source.name,
  thanks: source.thanks,
  origins: source.origins.length > 0 ? source.origins : undefined,
  fields:
    Object.keys(source.fields).length > 0
      ? Object.fromEntries(Object.entries(source.fields).map(([name, field]) => [name, nameOfField(field)]))
      : undefined,
  hint: source.secrets.at(-1)?.hint,
  created: source.created,
  tested: source.tested,
});

export const sourceColumns = {
  source: { head: 'Source', value: ({ source }) => source },
  kind: { head: 'Kind', value: ({ kind }) => kind },
  vendor: { head: 'Vendor', in: ['terminal'], value: ({ vendor }) => vendor },
  dealType: { head: 'Deal type', value: ({ dealType }) => dealType },
  hint: { head: 'Secret begins with', value: ({ hint }) => hint },
  created: { head: 'Created', kind: 'time', value: ({ created }) => created },
  tested: { head: 'A test came', kind: 'time', value: ({ tested }) => tested },
} as const satisfies Columns<ReturnType<typeof sourceView>>;

/** The remark on what a sender marks as a test. */
export const TEST_WORDS = 'Its sender marks it as a test: only a sandbox keeps it as a lead.';

export const triedView = ({ fields, isTest, unreadable, problems }: TriedLead) => {
  const wrong = [...(unreadable ? [whyWords[unreadable]] : []), ...problems.map(problemWords)];
  return { lead: wrong.length === 0, test: isTest || undefined, fields: namedFields(fields), wrong };
};

const namedFields = (fields: LeadDraft): Record<string, string> =>
  Object.fromEntries(
    leadFields.flatMap((field) => {
      const text = fields[field];
      return typeof text === 'string' ? [[nameOfField(field), text]] : [];
    }),
  );

/** The reasons why a lead is held, in words. */
const whyWords = {
  'no-document': 'There is no <adf> in it.',
  'cut-off': 'Its <adf> does not end.',
  broken: 'Its <adf> is not well-formed XML.',
  'too-large': 'Its <adf> has too many elements.',
  'not-text': 'It cannot be read.',
  'invalid-lead': 'Something of a lead is missing or wrong.',
  'sent-again': 'This lead came before, with other words.',
} as const satisfies Record<HeldWhy, string>;

export const heldView = (held: HeldSummary, now: Date, vendors: readonly Vendor[] = []) => ({
  held: held.id,
  source: held.sourceId,
  vendor: held.vendorId,
  vendorName: vendors.find(({ id }) => id === held.vendorId)?.name,
  at: held.at,
  ends: heldUntil(held),
  endsSoon: endsSoon(held, now),
  why: held.why,
  wrong: held.problems.length > 0 ? held.problems.map(problemWords) : [whyWords[held.why]],
  fields: namedFields(held.fields),
});

export const heldColumns = {
  held: { head: 'Held', in: ['terminal'], value: ({ held }) => held },
  at: { head: 'Came', kind: 'time', value: ({ at }) => at },
  vendor: { head: 'Vendor', value: ({ vendor, vendorName }) => vendorName ?? vendor },
  source: { head: 'Source', in: ['terminal'], value: ({ source }) => source },
  name: {
    head: 'Name',
    value: ({ fields }) => [fields.firstName, fields.lastName].filter(Boolean).join(' ') || undefined,
  },
  reach: { head: 'Email or phone', value: ({ fields }) => fields.email ?? fields.phone },
  wrong: { head: 'What is wrong', value: ({ wrong }) => wrong.join('; ') },
  ends: { head: 'Gone after', kind: 'time', value: ({ ends }) => ends },
} as const satisfies Columns<ReturnType<typeof heldView>>;
