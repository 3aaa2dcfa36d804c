import { answersIn, answerTo, isObject, notesOf, type Shape, textOf, within } from './answers.ts';

/** What CallRail tells of a call or form besides the customer, in words for the notes. */
const FACTS = {
  customer_city: 'City',
  customer_state: 'State',
  call_summary: 'Summary',
  note: 'Note',
  duration: 'Seconds',
  answered: 'Answered',
  voicemail: 'Voicemail',
  start_time: 'Call began',
  tracking_phone_number: 'Called number',
  recording_player: 'Recording',
  form_url: 'Page',
  source: 'Source',
  keywords: 'Keywords',
  campaign: 'Campaign',
  landing_page_url: 'First page',
};

/** CallRail's webhooks of calls and of forms. */
export const callrail: Shape = {
  fits: (sent) =>
    sent.customer_phone_number === undefined
      ? isObject(sent.form_data) && (sent.form_url ?? sent.submitted_at ?? sent.company_id) !== undefined
      : (sent.tracking_phone_number ?? sent.resource_id) !== undefined,
  read: (sent) => ({
    senderId: textOf(sent.resource_id ?? sent.id) || undefined,
    answers: [
      ...answerTo('customer_name', sent.customer_name, 'name'),
      ...answerTo('customer_phone_number', sent.customer_phone_number, 'phone'),
      ...answersIn(within(sent, 'form_data')),
      ...notesOf(sent, FACTS),
    ],
  }),
};
