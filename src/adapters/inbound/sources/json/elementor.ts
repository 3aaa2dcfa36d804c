import { answersIn, isObject, type Shape, textOf, within } from './answers.ts';

/** Elementor's *advanced data* where it comes as JSON: each field with its title and value. */
export const elementor: Shape = {
  name: 'Elementor',
  fits: (sent) => isObject(sent.fields) && isObject(sent.form) && Object.values(sent.fields).every(isField),
  read: (sent) => ({
    answers: [
      ...Object.entries(within(sent, 'fields')).flatMap(([id, field]) => {
        const { title, value } = field as Readonly<Record<string, unknown>>;
        return answersIn(value, textOf(title) || id).map((answer) => ({ ...answer, as: id }));
      }),
      ...answersIn(within(sent, 'form').name, 'Form'),
      ...answersIn(within(within(sent, 'meta'), 'page_url').value, 'Page'),
    ],
  }),
};

const isField = (field: unknown): boolean => isObject(field) && 'value' in field;
