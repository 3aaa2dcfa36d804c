import type { People } from '../../../application/operators/ports/outbound/people.ts';
import type { Person } from '../../../domain/work/person.ts';

/** People in a Map: forgotten when the process ends. */
export class InMemoryPeople implements People {
  readonly #people = new Map<string, Person>();

  async keep(person: Person): Promise<void> {
    this.#people.set(person.id, person);
  }

  async add(person: Person): Promise<boolean> {
    if (this.#people.has(person.id)) return false;
    this.#people.set(person.id, person);
    return true;
  }

  async all(): Promise<readonly Person[]> {
    return [...this.#people.values()];
  }
}
