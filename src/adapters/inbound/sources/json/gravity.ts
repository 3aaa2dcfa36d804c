import { isEmail } from '../adf-customer.ts';
import { type Answer, facts, type Json, type Shape, textOf } from './answers.ts';

/** A field's number, or the numbers of a field and of a part. */
const NUMBER = /^(\d{1,5})(?:\.(\d{1,3}))?$/;

/** The parts of fields for a name and for an address. An address is known by its street or ZIP code. */
const NAME: Readonly<Record<string, string>> = {
  ...{ 2: 'name.prefix', 3: 'first name', 4: 'name.middle', 6: 'last name', 8: 'name.suffix' },
};
const ADDRESS: Readonly<Record<string, string>> = {
  ...{
    1: 'address.street',
    2: 'address.line 2',
    3: 'address.city',
    4: 'address.state',
    5: 'zip',
    6: 'address.country',
  },
};

/** Gravity Forms: a whole entry, whose fields have numbers alone; or chosen fields by names, which are read as such. */
export const gravity: Shape = {
  name: 'Gravity Forms',
  fits: (sent) => sent.form_id !== undefined && Object.keys(sent).some((name) => NUMBER.test(name)),
  read(sent) {
    const numbered = Object.entries(sent).filter(
      ([name, value]) => NUMBER.test(name) && textOf(value) !== '',
    );
    const id = textOf(sent.id);
    return {
      senderId: id && `${textOf(sent.form_id)}-${id}`,
      answers: [
        ...numbered.map(([name, value]) => answerOf(sent, name, textOf(value))),
        ...facts(sent, { source_url: 'Page' }),
      ],
    };
  },
};

function answerOf(sent: Json, name: string, value: string): Answer {
  const [, field, part] = NUMBER.exec(name) ?? [];
  const place = `Field ${name}`;
  if (!part) return { place, value, as: isEmail(value) ? 'email' : isPhone(value) ? 'phone' : undefined };
  const isAddress = [1, 5].some((each) => textOf(sent[`${field}.${each}`]) !== '');
  return { place, value, as: (isAddress ? ADDRESS : NAME)[part] };
}

/** A field without a name is a telephone only if it has nothing but one: a number alone may be anything. */
const isPhone = (value: string): boolean =>
  /^\+?1?[\s.-]{0,2}\(?\d{3}\)?[\s.-]{1,3}\d{3}[\s.-]{0,3}\d{4}$/.test(value);
