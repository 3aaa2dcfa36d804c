import * as v from 'valibot';
import { leadPayload, notBlankPattern } from '../lead-payload.ts';

const { properties } = v.getMetadata(leadPayload);

const required = Object.keys(properties).filter((name) => properties[name]?.type === 'string');
const notBlank = Object.fromEntries(
  required.flatMap((name) => (properties[name]?.enum ? [] : [[name, { pattern: notBlankPattern }]])),
);

/**
 * Names, types and texts are the payload's. `if` and `else` instead of `anyOf`: generators of clients make a type of each
 * branch of `anyOf`, with nothing but an email or a phone in it. They read none of the two, validators do.
 */
export const leadSchema = {
  type: 'object',
  description:
    'Needs an `email` or a `phone`. Unknown fields are ignored. `null` means absent, and so does a blank optional field, except `email` and `phone`: a blank one is invalid even if the other is valid.',
  required,
  if: { required: ['email'], properties: { email: { type: 'string' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: notBlank },
  else: { required: ['phone'], properties: { phone: { type: 'string' }, ...notBlank } },
  properties,
};
