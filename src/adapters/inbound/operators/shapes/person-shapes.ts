import * as v from 'valibot';
import { deskRoles } from '../../../../domain/work/desk-role.ts';
import { person } from './lead-parts.ts';
import { flag, list, perhaps, said, text, whole } from './parts.ts';

export const Person = v.object({
  id: text,
  name: text,
  hasLeft: said(flag, 'Their leads were handed over.'),
});
export const PersonList = v.object({ people: said(list(Person), 'Sorted by name.') });
export const AddedPerson = v.object({
  id: text,
  name: text,
  email: perhaps(text),
  role: perhaps(v.picklist(deskRoles)),
});
export const LinkedPeople = v.object({
  person: said(person, 'Who they are now.'),
  linked: said(text, 'The id that means them, too.'),
  linkedName: text,
});
export const EndedSessions = v.object({
  person,
  ended: said(whole, 'How many sessions and links there were.'),
});
