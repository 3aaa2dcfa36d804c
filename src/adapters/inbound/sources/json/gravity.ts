import { isEmail } from '../../../../domain/sources/reading/reach.ts';
import type { Meaning } from '../reading/field-labels.ts';
import type { Answer } from '../reading/lead-of-answers.ts';
import { answerTo, type Json, notesOf, type Shape, textOf } from './answers.ts';

/** A field's number, or the numbers of a field and of a part. */
const NUMBER = /^(\d{1,5})(?:\.(\d{1,3}))?$/;

/** The parts of fields for a name and for an address. An address is known by its street or ZIP code. */
const NAME: Readonly<Record<string, Meaning>> = {
  2: 'nameTitle',
  3: 'firstName',
  4: 'middleName',
  6: 'lastName',
  8: 'nameSuffix',
};
const ADDRESS: Readonly<Record<string, Meaning>> = { 4: 'state', 5: 'zip', 6: 'country' };

/** Gravity Forms: a whole entry, whose fields have numbers alone; or chosen fields by names, which are read as such. */
export const gravity: Shape = {
  name: 'Gravity Forms',
  fits: (sent) => sent.form_id !== undefined && Object.keys(sent).some((name) => NUMBER.test(name)),
  read(sent) {
    const id = textOf(sent.id);
    return {
      senderId: id && `${textOf(sent.form_id)}-${id}`,
      answers: [
        ...Object.entries(sent).flatMap(([name, value]) =>
          NUMBER.test(name) ? answerOf(sent, name, value) : [],
        ),
        ...notesOf(sent, { source_url: 'Page' }),
      ],
    };
  },
};

function answerOf(sent: Json, name: string, value: unknown): readonly Answer[] {
  const [, field, part = ''] = NUMBER.exec(name) ?? [];
  const isAddress = [1, 5].some((each) => textOf(sent[`${field}.${each}`]) !== '');
  return answerTo(
    name,
    value,
    part ? ((isAddress ? ADDRESS : NAME)[part] ?? 'note') : meaningBy(textOf(value)),
  );
}

/** What a field without a name is, by a value that is nothing but an email or a telephone. */
const meaningBy = (value: string): Meaning =>
  isEmail(value)
    ? 'email'
    : /^\+?1?[\s.-]{0,2}\(?\d{3}\)?[\s.-]{1,3}\d{3}[\s.-]{0,3}\d{4}$/.test(value)
      ? 'phone'
      : 'note';
