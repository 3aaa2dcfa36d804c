import { answersIn, facts, isObject, type Shape, textOf, within } from './answers.ts';

/** What CallRail tells of a call or form besides the customer, in words for the notes. */
const FACTS = {
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

/** The customer's facts in a call, by the names that forms have for them. */
const CUSTOMER = { customer_name: 'name', customer_phone_number: 'phone', customer_zip: 'zip' };

/** CallRail's webhooks of calls and of forms. */
export const callrail: Shape = {
  name: 'CallRail',
  fits: (sent) =>
    sent.customer_phone_number !== undefined
      ? sent.tracking_phone_number !== undefined || sent.resource_id !== undefined
      : isObject(sent.form_data) && (sent.form_url ?? sent.submitted_at ?? sent.company_id) !== undefined,
  read(sent) {
    return {
      senderId: textOf(sent.resource_id ?? sent.id) || undefined,
      answers: [
        ...facts(sent, CUSTOMER),
        ...answersIn(within(sent, 'form_data')),
        ...facts(sent, FACTS).map(({ as = '', value }) => ({ place: as, value })),
      ],
    };
  },
};
