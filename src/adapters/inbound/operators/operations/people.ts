import { deskRoles } from '../../../../domain/work/desk-role.ts';
import { meaning, optional, text } from '../fields.ts';
import { operation } from '../operation.ts';
import { addedPersonView } from '../people.ts';
import { AddedPerson, PersonList } from '../shapes/people.ts';
import { deskRole, email } from '../values.ts';

export const peopleOperations = [
  operation({
    id: 'namePeople',
    method: 'GET',
    path: '/people',
    needs: 'namePeople',
    summary: 'List who takes care of leads',
    description:
      'Everybody who has signed in or was added. If two have the same name, their emails tell them apart: what is told means them, as a name does.',
    answer: PersonList,
    async run({ operator }) {
      const people = await operator.namePeople();
      return { people: people.map(({ id, name, hasLeft }) => ({ id, name, hasLeft })) };
    },
  }),
  operation({
    id: 'addPerson',
    method: 'POST',
    path: '/people',
    needs: 'addPerson',
    summary: 'Add somebody',
    description:
      'So that leads can be theirs before they sign in. Whoever has the name or the email already is told.',
    body: {
      name: text('No two have the same, as people see it.'),
      ...optional({
        email: meaning(
          'They are whoever signs in first with an account whose email this is, if the provider has verified it.',
          email,
        ),
        role: meaning('What they are to be. Signing in gives them the role that counts.', deskRole, {
          enum: deskRoles,
        }),
      }),
    },
    makes: true,
    answer: AddedPerson,
    run: async ({ operator, body, once }) => addedPersonView(await operator.addPerson({ ...body, once })),
    command: {
      words: 'person add <name>',
      examples: ['person add "Grace Hopper" --email grace@example.com'],
    },
    said: ({ id, name }) => `Added ${name}, as ${id}.`,
  }),
];
