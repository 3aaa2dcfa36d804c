import { type ContactDraft, contactFields, fieldLabels } from '#operators/domain/work/contact-edit.ts';
import { fieldNames, SHARED_PHONE } from '../contact-views.ts';
import {
  count,
  flag,
  meaning,
  objectOf,
  onlyOne,
  optional,
  text,
  textOrNull,
  type ValuesOf,
} from '../fields.ts';
import { InvalidValue } from '../invalid-value.ts';
import { type Call, operation } from '../operation.ts';
import {
  ContactEdit,
  ContactFile,
  ContactList,
  ContactRecord,
  ContactRow,
  Merge,
} from '../shapes/contact-shapes.ts';
import { email, limit, MAX_LIMIT, phone, searchText } from '../values.ts';

const USUAL_LIMIT = 100;
/** The most leads shown with their contact; the list of leads has all. */
const MAX_LEADS_SHOWN = 50;

const draft = optional({
  firstName: textOrNull('The new first name. Here and below, null or an empty text empties the field.'),
  lastName: textOrNull('The new last name.'),
  email: textOrNull('The new email, by which leads then find the contact.'),
  phone: textOrNull('The new phone, likewise, unless another contact has it.'),
  zip: textOrNull('The new ZIP.'),
});

const seen = optional(
  Object.fromEntries(contactFields.map((field) => [field, textOrNull(`Its ${fieldLabels[field]}.`)])),
) as typeof draft;

/** A draft from the given fields. Null empties a field. */
const draftOf = (given: Partial<ValuesOf<typeof draft>>): ContactDraft =>
  Object.fromEntries(
    contactFields.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field] ?? '']])),
  );

export const contactsSought = optional({
  email: meaning('With this email.', email),
  phone: meaning('With this phone, in any form: everybody who shares it.', phone),
  name: meaning('With these words in the name as it is now. It reads every contact.', searchText),
  limit: count(`At most so many. By default ${USUAL_LIMIT}.`, limit, MAX_LIMIT),
});

/** Finds contacts. Throws InvalidValue. */
export function findContacts({ operator, query }: Pick<Call<typeof contactsSought>, 'operator' | 'query'>) {
  const { limit: most = USUAL_LIMIT, email, phone, name } = query;
  const sought = onlyOne([email && { email }, phone && { phone }, name !== undefined && { name }]);
  if (!sought) throw new InvalidValue('Give exactly one of email, phone and name.');
  return operator.findContacts({ ...sought, limit: most });
}

export const contactOperations = [
  operation({
    id: 'findContacts',
    method: 'GET',
    path: '/contacts',
    summary: 'Find contacts',
    description:
      'The list has every contact that holds or shows this, or has a lead that came with it. Give exactly one of email, phone and name. The search is recorded in the audit log, without what was sought.',
    query: contactsSought,
    answer: ContactList,
    async run(call) {
      const { contacts, more } = await findContacts(call);
      return { contacts: contacts.map((each) => ContactRow.of(each)), more };
    },
    command: {
      words: 'contact find',
      examples: ['contact find --phone 5550109999', 'contact find --name "ada love" --json'],
    },
  }),
  operation({
    id: 'showContact',
    method: 'GET',
    path: '/contacts/{contactId}',
    needs: 'findContact',
    summary: 'Show a contact',
    description: `It comes with its leads, the oldest first, at most ${MAX_LEADS_SHOWN}. By the id of a merged one, it shows the contact that was kept. The look is recorded in the audit log.`,
    answer: ContactRecord,
    async run({ operator, part }) {
      const found = await operator.findContact({ contactId: part('contactId') });
      const leads = await operator.listLeads({ contact: found.contactId, limit: MAX_LEADS_SHOWN });
      return ContactRecord.of({ ...found, ...leads }, { people: await operator.namePeople() });
    },
    command: {
      words: 'contact show [contactId]',
      examples: ['contact show 6b01…', 'contact show --email ada@example.com --json'],
    },
  }),
  operation({
    id: 'exportContact',
    method: 'GET',
    path: '/contacts/{contactId}/export',
    summary: 'Export a contact',
    description:
      'It is everything that is kept about the customer, for them to read: all leads as they are kept, and what was told of them to whom. It is recorded in the audit log.',
    answer: ContactFile,
    async run({ operator, part, now }) {
      return ContactFile.of(await operator.exportContact({ contactId: part('contactId') }), { now });
    },
    command: {
      words: 'contact export [contactId]',
      examples: ['contact export --email ada@example.com > ada.json'],
    },
  }),
  operation({
    id: 'editContact',
    method: 'PATCH',
    path: '/contacts/{contactId}',
    summary: 'Mend a contact',
    description: `What is absent stays as it is: ${contactFields.map((field) => fieldLabels[field]).join(', ')}. With \`from\` it is mended only if nobody has mended that meanwhile; else the answer is 409 \`changed-meanwhile\`.`,
    body: {
      ...draft,
      ...optional({ from: objectOf('What you saw in fields; null in an empty one.', seen) }),
    },
    example: { zip: '94107' },
    answer: ContactEdit,
    async run({ operator, part, body: { from = {}, ...body } }) {
      const order = { contactId: part('contactId'), draft: draftOf(body), seen: draftOf(from) };
      return ContactEdit.of(await operator.editContact(order));
    },
    command: {
      words: 'contact edit <contactId>',
      examples: [
        'contact edit 6b01… --phone 5550109999 --from-phone 5550101111',
        'contact edit 6b01… --last-name "Lovelace" --zip ""',
      ],
    },
    said: ({ contactId, changed, sharesPhone }, { the }) =>
      `${the('contact', contactId)}${changed.length > 0 ? `: changed ${fieldNames(changed)}` : ' was like this already'}.${sharesPhone ? ` ${SHARED_PHONE}` : ''}`,
  }),
  operation({
    id: 'mergeContacts',
    method: 'POST',
    path: '/contacts/{contactId}/merge',
    summary: 'Make one contact of two',
    description:
      'The one in the path keeps its own data, and gets the other’s leads and what it lacks. It cannot be undone.',
    body: {
      with: text('The id of the contact that becomes a part of it.'),
      ...optional({ dryRun: flag('Only say what would be merged.') }),
    },
    example: { with: '01a1fd1b-477f-74a1-a3dd-b70e720f9f87', dryRun: true },
    naming: { with: 'unknown-partner' },
    answer: Merge,
    async run({ operator, part, body: { with: goneId, dryRun = false } }) {
      const merge = { keptId: part('contactId'), goneId };
      const plan = await (dryRun ? operator.planMerge(merge) : operator.mergeContacts(merge));
      return Merge.of(plan, { merged: !dryRun });
    },
    command: {
      words: 'contact merge <contactId> <with>',
      examples: ['contact merge 6b01… 6b02… --dry-run', 'contact merge 6b01… 6b02… --yes'],
    },
    said: ({ contactId, mergedId, already }) =>
      already
        ? `Contact ${mergedId} was a part of contact ${contactId} already.`
        : `Merged contact ${mergedId} into contact ${contactId}.`,
  }),
];
