import { type Meaning, meaningOf } from '../reading/field-labels.ts';
import type { Answer } from '../reading/lead-of-answers.ts';
import { answersIn, answerTo, isObject, type Json, type Shape, textOf, within } from './answers.ts';

/** Typeform's webhook (event `form_response`): the questions' texts are in the form's definition. */
export const typeform: Shape = {
  name: 'Typeform',
  fits: ({ form_response }) => isObject(form_response) && Array.isArray(form_response.answers),
  read(sent) {
    const response = within(sent, 'form_response');
    const definition = within(response, 'definition');
    const questions = new Map(
      objectsIn(definition.fields).map(({ id, title }) => [textOf(id), textOf(title)] as const),
    );
    return {
      senderId: textOf(response.token) || undefined,
      answers: [
        ...objectsIn(response.answers).flatMap((answer) => answerOf(answer, questions)),
        ...answersIn(within(response, 'hidden')),
        ...answerTo('Form', definition.title, 'note'),
      ],
    };
  },
};

const objectsIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Types of answers that tell what is asked for. */
const TYPES: ReadonlyMap<string, Meaning> = new Map([
  ['email', 'email'],
  ['phone_number', 'phone'],
]);

/** An answer, by its type, its question, or the name (`ref`) that the form's author gave the question. */
function answerOf(answer: Json, questions: ReadonlyMap<string, string>): readonly Answer[] {
  const type = textOf(answer.type);
  const { id, ref } = within(answer, 'field');
  const question = questions.get(textOf(id)) || textOf(ref) || type;
  const [known = 'note'] = [question, textOf(ref)]
    .map(meaningOf)
    .filter((is) => is !== 'note' && is !== 'code');
  return answerTo(question, valueIn(answer[type]), TYPES.get(type) ?? known);
}

/** The value under an answer's type: a text, a choice's label, several labels, or a payment. */
function valueIn(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (!isObject(value)) return textOf(value);
  const labels = Array.isArray(value.labels) ? value.labels : [value.label];
  return [...labels, value.other, value.amount, value.name].map(textOf).filter(Boolean).join(', ');
}
