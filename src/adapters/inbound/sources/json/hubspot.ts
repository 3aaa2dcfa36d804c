import { answerTo, isObject, notesOf, type Shape, textOf, within } from './answers.ts';

/** HubSpot's number for a contact, whose fields are the customer's; those of a company or deal go to the notes. */
const CONTACT = '0-1';

/** What is sent to HubSpot's forms (v3): names and values in a list. */
export const hubspot: Shape = {
  name: 'HubSpot',
  fits: ({ fields }) =>
    Array.isArray(fields) && isObject(fields[0]) && 'name' in fields[0] && 'value' in fields[0],
  read: (sent) => ({
    answers: [
      ...(sent.fields as readonly unknown[])
        .filter(isObject)
        .flatMap(({ name, value, objectTypeId = CONTACT }) =>
          objectTypeId === CONTACT
            ? answerTo(textOf(name), value)
            : answerTo(`${textOf(objectTypeId)}/${textOf(name)}`, value, 'note'),
        ),
      ...notesOf(within(sent, 'context'), { pageName: 'Page', pageUri: 'Address of the page' }),
    ],
  }),
};
