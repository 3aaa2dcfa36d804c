import { answersIn, answerTo, isObject, type Json, type Shape, textOf, within } from './answers.ts';

/** Webflow's webhook `form_submission`, of its API 2 and 1: answers by the labels on the page. */
export const webflow: Shape = {
  name: 'Webflow',
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
