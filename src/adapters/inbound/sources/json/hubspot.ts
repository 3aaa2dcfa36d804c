import { facts, isObject, type Shape, textOf, within } from './answers.ts';

/** HubSpot's number for a contact, whose fields are the customer's; those of a company or deal go to the notes. */
const CONTACT = '0-1';

/** What is sent to HubSpot's forms (v3): names and values in a list. */
export const hubspot: Shape = {
  name: 'HubSpot',
  fits: ({ fields }) =>
    Array.isArray(fields) && isObject(fields[0]) && 'name' in fields[0] && 'value' in fields[0],
  read(sent) {
    const fields = (sent.fields as readonly unknown[]).filter(isObject);
    return {
      answers: [
        ...fields.flatMap(({ name, value, objectTypeId = CONTACT }) => {
          const [place, text] = [textOf(name), textOf(value)];
          if (place === '' || text === '') return [];
          return [
            objectTypeId === CONTACT ? { place, value: text } : { place: `company.${place}`, value: text },
          ];
        }),
        ...facts(within(sent, 'context'), { pageName: 'Page', pageUri: 'Address of the page' }),
      ],
    };
  },
};
