import { answersIn, type Json, type Shape, textOf, within } from './answers.ts';

/** LeadConduit's delivery in JSON: flat names as its own, such as `phone_1`. It wants to read an outcome. */
export const leadconduit: Shape = {
  name: 'LeadConduit',
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
