import type { People } from '#operators/application/ports/outbound/people.ts';
import type { Person } from '#operators/domain/work/person.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { Records, recordShelf } from '../tables/records.ts';

const people = new Records<Person>('people');
export const peopleTables = people.tables;

/** People in the file. */
export class SqlitePeople implements People {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  keep(person: Person): Promise<void> {
    return this.#file.write((db) => people.keep(db, person.id, person));
  }

  add(person: Person): Promise<boolean> {
    return this.#file.write((db) => people.add(db, person.id, person));
  }

  all(): Promise<readonly Person[]> {
    return this.#file.read((db) => people.all(db));
  }
}

export const peopleShelf = (file: DataFile) => recordShelf(file, people);
