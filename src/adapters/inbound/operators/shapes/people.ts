import * as v from 'valibot';
import { deskRoles } from '../../../../domain/work/desk-role.ts';
import { flag, list, perhaps, said, text } from './parts.ts';

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
