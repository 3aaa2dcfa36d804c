import { dealTypes } from '../../../../../domain/deal-type.ts';
import type { LeadDraft } from '../../../../../domain/lead.ts';
import { apartWhys } from '../../../../../domain/sources/source-lead.ts';
import { count, flag, meaning, optional, text, wordIn } from '../fields.ts';
import { heldView } from '../held-views.ts';
import { InvalidValue } from '../invalid-value.ts';
import { operation } from '../operation.ts';
import { DroppedHeld, ErasedHeld, HeldList, HeldWhole, SentHeld } from '../shapes/source-shapes.ts';
import type { HeldFields } from '../source-views.ts';
import { email, heldCursor, limit, MAX_LIMIT, phone, placeText } from '../values.ts';

const USUAL_LIMIT = 100;

const field = (what: string, more: object = {}) => text(`${what}. An empty one is left out.`, more);

/** Fields that replace those that were read. */
const heldFields = optional({
  firstName: field('First name'),
  lastName: field('Last name'),
  email: field('Email', { format: 'email' }),
  phone: field('Phone'),
  zip: field('ZIP'),
  dealType: field('Deal type', { enum: dealTypes }),
  vendorName: field('The vendor’s name on the lead'),
  leadNotes: field('Notes'),
  externalLeadId: field('The vendor’s own id'),
  vehicleYear: field('Year of the vehicle'),
  vehicleMake: field('Make of the vehicle'),
  vehicleModel: field('Model of the vehicle'),
  vehicleMiles: field('Miles of the vehicle'),
} satisfies HeldFields<unknown>);

/** The customer whose email or phone stands in what came. */
const customer = {
  email: meaning('With this email in it.', email),
  phone: meaning('With this phone in it, in any form.', phone),
};

const draftOf = ({ leadNotes, ...fields }: Readonly<Record<string, string | undefined>>): LeadDraft =>
  Object.fromEntries(
    Object.entries({ ...fields, notes: leadNotes }).filter(([, value]) => value !== undefined),
  );

export const heldOperations = [
  operation({
    id: 'listHeld',
    method: 'GET',
    path: '/held',
    summary: 'List what could not be read as a lead',
    description:
      'The oldest is first. Each is gone after 90 days, what a trap caught after seven. Newsletters, automatic answers and what traps caught are apart: only `apart`, an email or a phone lists them.',
    query: optional({
      ...customer,
      source: text('Only of this source.'),
      apart: wordIn(
        'Only newsletters and automatic answers (automatic), or what a form’s trap caught (trapped).',
        apartWhys,
      ),
      cursor: meaning('`next` of an earlier answer, with everything else as it was then.', heldCursor),
      limit: count(`At most so many. By default ${USUAL_LIMIT}.`, limit, MAX_LIMIT),
    }),
    answer: HeldList,
    async run({ operator, now, query: { limit: most = USUAL_LIMIT, source, apart, cursor, ...sought } }) {
      const order = {
        sourceId: source,
        apart,
        after: cursor,
        limit: most,
      } as const;
      const { held, more } = await operator.listHeld({ ...sought, ...order });
      await operator.recordList({ of: 'held', leads: held.length });
      const vendors = await operator.nameVendors();
      const last = held.at(-1);
      return {
        held: held.map((each) => heldView(each, now, vendors)),
        more,
        ...(more && last && { next: placeText(last) }),
      };
    },
    command: {
      words: 'held list',
      examples: [
        'held list --email ada@example.com',
        'held list --source src_… --limit 1000',
        'held list --json | jq -r ".held[].held"',
      ],
    },
  }),
  operation({
    id: 'showHeld',
    method: 'GET',
    path: '/held/{held}',
    summary: 'Show what could not be read as a lead, as it came',
    description: 'The look is recorded in the audit log.',
    answer: HeldWhole,
    async run({ operator, part, now }) {
      const held = await operator.showHeld({ heldId: part('held') });
      const { text, readable } = held;
      return { ...heldView(held, now, await operator.nameVendors()), text, readable };
    },
    command: { words: 'held show <held>', examples: ['held show held_…'] },
  }),
  operation({
    id: 'sendHeld',
    method: 'POST',
    path: '/held/{held}/send',
    summary: 'Make a lead of what is held of a source',
    description: 'It has what could be read, and these fields in its place. The request may be repeated.',
    body: heldFields,
    example: { firstName: 'Maria', phone: '555 201 4477' },
    answer: SentHeld,
    async run({ operator, part, body }) {
      const { leadId, held } = await operator.sendHeld({ heldId: part('held'), fields: draftOf(body) });
      return { held: held.id, leadId };
    },
    command: {
      words: 'held send <held>',
      examples: ['held send held_… --first-name Maria --phone "555 201 4477"'],
    },
    said: ({ leadId }) => `Made the lead ${leadId} of it.`,
  }),
  operation({
    id: 'dropHeld',
    method: 'DELETE',
    path: '/held/{held}',
    summary: 'Drop what is held of a source: it was no lead',
    answer: DroppedHeld,
    run: async ({ operator, part }) => ({ held: (await operator.dropHeld({ heldId: part('held') })).id }),
    command: { words: 'held drop <held>', examples: ['held drop held_…'] },
    said: () => 'Dropped it.',
  }),
  operation({
    id: 'eraseHeld',
    method: 'DELETE',
    path: '/held',
    summary: 'Erase what is held of a customer',
    description:
      'That is all with the email or phone in it. Erasing a contact erases what is held of it, too: this is for somebody who has none.',
    query: optional({ ...customer, dryRun: flag('Only count it.') }),
    answer: ErasedHeld,
    async run({ operator, query: { dryRun = false, ...sought } }) {
      if (!sought.email && !sought.phone) throw new InvalidValue('Give email or phone.');
      if (dryRun) return { ...(await operator.countHeldWith(sought)), erased: false };
      const { held, owed } = await operator.eraseHeld(sought);
      return { held, erased: true, owed: owed?.why };
    },
  }),
];
