import { meaningOf } from '../reading/field-labels.ts';
import { answerTo, isObject, type Shape, textOf, within } from './answers.ts';

/** Elementor's *advanced data* where it comes as JSON: each field with its title and value. */
export const elementor: Shape = {
  name: 'Elementor',
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
