import type { Collection, Db } from 'mongodb';
import type { Person } from '../../../../domain/work/person.ts';

/** A person as stored, under their id. */
interface StoredPerson extends Omit<Person, 'id'> {
  readonly _id: string;
}

export const peopleOf = (db: Db): Collection<StoredPerson> => db.collection<StoredPerson>('people');

export const storedPerson = ({
  id,
  name,
  email,
  role,
  seen,
  left,
  isExpected,
  is,
  order,
}: Person): StoredPerson => ({
  _id: id,
  ...{ name, email, role, seen, left, isExpected, is, order },
});

export const personFrom = ({
  _id,
  name,
  email,
  role,
  seen,
  left,
  isExpected,
  is,
  order,
}: StoredPerson): Person => ({
  id: _id,
  ...{ name, email, role, seen, left, isExpected, is, order },
});
