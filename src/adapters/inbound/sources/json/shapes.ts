import { meaningOf } from '../reading/field-labels.ts';
import {
  answersIn,
  answerTo,
  isObject,
  type Json,
  notesOf,
  type Sent,
  type Shape,
  textOf,
  within,
} from './answers.ts';
import { callrail } from './callrail.ts';
import { gravity } from './gravity.ts';
import { jotform } from './jotform.ts';
import { typeform } from './typeform.ts';

/** Elementor's *advanced data* where it comes as JSON: each field with its title and value. */
const elementor: Shape = {
  fits: (sent) => isObject(sent.fields) && isObject(sent.form) && Object.values(sent.fields).every(isField),
  read: (sent) => ({
    answers: [
      ...Object.entries(within(sent, 'fields')).flatMap(([id, field]) => {
        const { title, value } = field as Readonly<Record<string, unknown>>;
        const [known = 'note'] = [id, textOf(title)].map(meaningOf).filter((is) => is !== 'note');
        return answerTo(textOf(title) || id, value, known);
      }),
      ...answerTo('Form', within(sent, 'form').name, 'note'),
      ...answerTo('Page', within(within(sent, 'meta'), 'page_url').value, 'note'),
    ],
  }),
};

const isField = (field: unknown): boolean => isObject(field) && 'value' in field;

/** HubSpot's number for a contact, whose fields are the customer's; those of a company or deal go to the notes. */
const CONTACT = '0-1';

/** What is sent to HubSpot's forms (v3): names and values in a list. */
const hubspot: Shape = {
  fits: ({ fields }) =>
    Array.isArray(fields) && isObject(fields[0]) && 'name' in fields[0] && 'value' in fields[0],
  read: (sent) => ({
    answers: [
      ...(sent.fields as readonly unknown[])
        .filter(isObject)
        .flatMap(({ name, value, objectTypeId = CONTACT }) =>
          objectTypeId === CONTACT
            ? answerTo(textOf(name), value)
            : answerTo(`${textOf(objectTypeId)}/${textOf(name)}`, value, 'note'),
        ),
      ...notesOf(within(sent, 'context'), { pageName: 'Page', pageUri: 'Address of the page' }),
    ],
  }),
};

/** LeadConduit's delivery in JSON: flat names as its own, such as `phone_1`. It wants to read an outcome. */
const leadconduit: Shape = {
  fits: (sent) =>
    textOf(sent.first_name) !== '' && textOf(sent.phone_1 ?? sent.email) !== '' && idOf(sent) !== '',
  read: (sent) => ({
    senderId: idOf(sent),
    answers: answersIn({ ...sent, lead: undefined, lead_id: undefined, 'lead.id': undefined }),
    answer: (id) => ({ outcome: 'success', reason: '', lead: { id } }),
  }),
};

const idOf = (sent: Json): string =>
  textOf(within(sent, 'lead').id ?? sent['lead.id'] ?? (sent.phone_1 && sent.lead_id));

/** Webflow's webhook `form_submission`, of its API 2 and 1: answers by the labels on the page. */
const webflow: Shape = {
  fits: (sent) => isSubmission(within(sent, 'payload'), 'id') || isSubmission(sent, '_id'),
  read(sent) {
    const payload = isObject(sent.payload) ? sent.payload : sent;
    return {
      senderId: textOf(payload.id ?? payload._id) || undefined,
      answers: [...answersIn(within(payload, 'data')), ...answerTo('Form', payload.name, 'note')],
    };
  },
};

const isSubmission = (payload: Json, id: string): boolean =>
  isObject(payload.data) && (payload.siteId ?? payload.site) !== undefined && textOf(payload[id]) !== '';

/** How known senders write JSON. The first that fits counts. */
const shapes: readonly Shape[] = [
  typeform,
  webflow,
  callrail,
  jotform,
  elementor,
  gravity,
  hubspot,
  leadconduit,
];

/** Names under which programs put what they tell into an envelope, whose own facts are not the customer's. */
const ENVELOPED = 'payload body event submission response result record entry properties attributes'.split(
  ' ',
);

/** Reads one object: as a known sender's, or by the paths of its values. */
export const sentIn = (sent: Json): Sent => shapes.find(({ fits }) => fits(sent))?.read(sent) ?? plain(sent);

function plain(sent: Json): Sent {
  const { id, ...facts } = sent;
  const name = ENVELOPED.find((each) => isObject(sent[each]));
  if (!name) return { senderId: textOf(id) || undefined, answers: answersIn(facts) };
  const { [name]: inner, ...envelope } = facts;
  const { senderId = textOf(id) || undefined, answers } = sentIn(inner as Json);
  return {
    senderId,
    answers: [...answers, ...answersIn(envelope).map((each) => ({ ...each, is: 'note' as const }))],
  };
}
