import { type Answer, answersIn, isObject, type Shape, textOf } from './answers.ts';

/** A question's name in Jotform: its number, and the words that the form's author or Jotform gave it. */
const QUESTION = /^q\d{1,5}_(.{1,200})$/;

/** Jotform's `rawRequest`, to which the other fields of its form are added. The rest of it is Jotform's own. */
export const jotform: Shape = {
  name: 'Jotform',
  fits: (sent) => Object.keys(sent).some((name) => QUESTION.test(name)),
  read: (sent) => ({
    senderId: textOf(sent.submissionID) || undefined,
    answers: [
      ...Object.entries(sent).flatMap(([name, value]) => {
        const [, words] = QUESTION.exec(name) ?? [];
        return words ? answersOf(words, value) : [];
      }),
      ...answersIn(sent.formTitle, 'Form'),
    ],
  }),
};

/** Parts of Jotform's telephones, dates and addresses: the first two are one answer. */
function answersOf(words: string, value: unknown): readonly Answer[] {
  if (!isObject(value)) return answersIn(value, words);
  const { full, country, area, phone, day, month, year, postal, ...rest } = value;
  const number = textOf(full) || [country, area, phone].map(textOf).filter(Boolean).join(' ');
  if (phone !== undefined || full !== undefined) return answersIn(number, words);
  if (day !== undefined) return answersIn([year, month, day].map(textOf).join('-'), words);
  return [...answersIn({ ...rest, country }, words), ...facts(postal)];
}

const facts = (postal: unknown): readonly Answer[] => answersIn(postal, 'zip');
