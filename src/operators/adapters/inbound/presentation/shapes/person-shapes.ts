import * as v from 'valibot';
import type { PersonAtDesk } from '#operators/application/ports/inbound/people-use-cases.ts';
import { deskRoles } from '#operators/domain/work/desk-role.ts';
import type { Person as Added, NamedPerson } from '#operators/domain/work/person.ts';
import { viewOf } from '../view.ts';
import { person } from './lead-parts.ts';
import { flag, list, perhaps, said, text, time, whole } from './parts.ts';

/** A person who takes care of leads. */
export const Person = viewOf<NamedPerson>()({
  id: text,
  name: text,
  hasLeft: said(flag, 'Their leads were handed over.'),
});
export const PersonList = v.object({ people: said(list(Person), 'Sorted by name.') });
export const AddedPerson = viewOf<Added>()({
  id: text,
  name: text,
  email: perhaps(text),
  role: perhaps(v.picklist(deskRoles)),
});
/** A person who works with leads, for the command line alone. */
export const personAtDesk = viewOf<PersonAtDesk>()({
  ...AddedPerson.fields,
  seen: perhaps(time),
  left: perhaps(time),
  sessions: whole,
});
export const LinkedPeople = v.object({
  person: said(person, 'Who they are now.'),
  linked: said(text, 'The id that means them, too.'),
  linkedName: text,
});
export const Invitation = v.object({
  person,
  link: said(text, 'Below the address of the desk, in this answer alone: `/link/…`. It works once.'),
  role: v.picklist(deskRoles),
  expires: time,
});
export type Invitation = v.InferOutput<typeof Invitation>;
export const EndedSessions = v.object({
  person,
  ended: said(whole, 'How many sessions and links there were.'),
});
