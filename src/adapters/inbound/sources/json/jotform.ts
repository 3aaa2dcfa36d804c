import type { Answer } from '../reading/lead-of-answers.ts';
import { answersIn, answerTo, isObject, type Shape, textOf } from './answers.ts';

/** A question's name in Jotform: its number, and the words that the form's author or Jotform gave it. */
const QUESTION = /^q\d{1,5}_(.{1,200})$/;

/** Reads Jotform's `rawRequest` with the fields sent beside it: questions and the form's title. Leaves out all else. */
export const jotform: Shape = {
  fits: (sent) => Object.keys(sent).some((name) => QUESTION.test(name)),
  read: (sent) => ({
    senderId: textOf(sent.submissionID) || undefined,
    answers: [
      ...Object.entries(sent).flatMap(([name, value]) => {
        const [, words] = QUESTION.exec(name) ?? [];
        return words ? answersOf(words, value) : [];
      }),
      ...answerTo('Form', sent.formTitle, 'note'),
    ],
  }),
};

/** The answers to a question. A telephone and a date, which have parts, are one each. */
function answersOf(words: string, value: unknown): readonly Answer[] {
  if (!isObject(value)) return answersIn({ [words]: value });
  const { full, country, area, phone, day, month, year } = value;
  const number = textOf(full) || [country, area, phone].map(textOf).filter(Boolean).join(' ');
  if (full !== undefined || phone !== undefined) return answerTo(words, number, 'phone');
  if (day !== undefined) return answerTo(words, [year, month, day].map(textOf).join('-'), 'note');
  return answersIn({ [words]: value });
}
