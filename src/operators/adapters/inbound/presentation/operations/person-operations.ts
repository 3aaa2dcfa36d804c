import { deskRoles } from '#operators/domain/work/desk-role.ts';
import { meaning, optional, text } from '../fields.ts';
import { operation } from '../operation.ts';
import { sessionsText } from '../person-views.ts';
import { person as personShape } from '../shapes/lead-parts.ts';
import {
  AddedPerson,
  EndedSessions,
  Invitation,
  LinkedPeople,
  Person,
  PersonList,
} from '../shapes/person-shapes.ts';
import { deskRole, email } from '../values.ts';

export const peopleOperations = [
  operation({
    id: 'namePeople',
    method: 'GET',
    path: '/people',
    summary: 'List who takes care of leads',
    description:
      'They are all who have signed in or were added. If two have the same name, their emails tell them apart: what is told means them, as a name does.',
    answer: PersonList,
    async run({ operator }) {
      const people = await operator.namePeople();
      return { people: people.map((each) => Person.of(each)) };
    },
  }),
  operation({
    id: 'addPerson',
    method: 'POST',
    path: '/people',
    summary: 'Add a person who takes care of leads',
    description:
      'Leads can then be theirs before they sign in. Whoever has the name or the email already is told.',
    body: {
      name: text('No two have the same, as people see it.', { maxLength: 100 }),
      ...optional({
        email: meaning(
          'They are whoever signs in first with an account whose email this is, if the provider has verified it.',
          email,
          { format: 'email', maxLength: 254 },
        ),
        role: meaning('What they are to be. Signing in gives them the role that counts.', deskRole, {
          enum: deskRoles,
        }),
      }),
    },
    example: { name: 'Grace Hopper', email: 'grace@example.com', role: 'sales' },
    makes: true,
    answer: AddedPerson,
    run: async ({ operator, body, once }) => AddedPerson.of(await operator.addPerson({ ...body, once })),
    command: {
      words: 'person add <name>',
      begins: true,
      examples: ['person add "Grace Hopper" --email grace@example.com'],
    },
    form: {
      on: 'people',
      fields: { name: 'Name', email: 'Email', role: 'Role' },
      usual: { role: 'sales' },
      button: 'Add',
    },
    said: ({ id, name }, { asId }) => `Added ${name}${asId(id)}.`,
  }),
  operation({
    id: 'linkPeople',
    method: 'POST',
    path: '/people/link',
    summary: 'Make two people that are one be one',
    description:
      'They are who was known by name alone, and the account that signs in. The account then has the leads and the history of both, and the name means it. It cannot be undone. Two who have both signed in with accounts of their own stay two.',
    body: {
      person: text('The id or name of who is to mean the other from then on.'),
      account: text('The id or name of who they are.'),
    },
    example: { person: 'Grace', account: 'Grace Hopper' },
    naming: { person: 'unknown-person', account: 'unknown-person' },
    answer: LinkedPeople,
    async run({ operator, body }) {
      const { person, linked } = await operator.linkPeople(body);
      const people = await operator.namePeople();
      return {
        person: personShape.of(person.id, { people }),
        linked: linked.id,
        linkedName: linked.name,
      };
    },
    command: { words: 'person link <person> <account>', examples: ['person link "Grace Hopper" per_0a1b…'] },
    form: {
      on: 'people',
      fields: { person: 'Who was known by name', account: 'Is this account' },
      button: 'Link',
    },
    said: ({ person, linked, linkedName }) =>
      `${linkedName} (${linked}) is ${person.name} (${person.id}) now.`,
  }),
  operation({
    id: 'invitePerson',
    method: 'POST',
    path: '/people/{person}/link',
    summary: 'Make a link that signs a person in at the desk',
    description:
      'It works once, within a day, as what they are; it ends with their sessions. Whoever has it signs in as them: send it to nobody else.',
    answer: Invitation,
    async run({ operator, part }) {
      const { person, link, role, expires } = await operator.invitePerson({ person: part('person') });
      return { person, link: `/link/${link}`, role, expires };
    },
  }),
  operation({
    id: 'endSessions',
    method: 'POST',
    path: '/people/{person}/end-sessions',
    summary: 'Sign a person out of the desk everywhere',
    description: 'Links made for them no longer work.',
    answer: EndedSessions,
    async run({ operator, part }) {
      const { person, ended } = await operator.endSessions({ person: part('person') });
      return { person: { id: person.id, name: person.name }, ended };
    },
    form: { on: 'people', path: '/people/:id/end', button: 'End sessions' },
    said: ({ person, ended }) => `Ended ${sessionsText(ended)} of ${person.name}.`,
  }),
];
