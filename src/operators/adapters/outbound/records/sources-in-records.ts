import type { ManagedSources } from '#operators/application/ports/outbound/managed-sources.ts';
import type { Source } from '../../../../domain/sources/source.ts';
import type { Records } from './records.ts';

type OfSources = Pick<ManagedSources, 'addSource' | 'sources' | 'changeSource' | 'removeSource'>;

/** The sources, without what is held of them, or came from them with a lead: each store lists that by itself. */
export abstract class SourcesInRecords implements OfSources {
  readonly #records: Records<Source>;

  constructor(records: Records<Source>) {
    this.#records = records;
  }

  async addSource(source: Source): Promise<'added' | 'taken'> {
    return (await this.#records.add(source)) ? 'added' : 'taken';
  }

  async sources(vendorId?: string): Promise<readonly Source[]> {
    const sources = await this.#records.all(vendorId === undefined ? {} : { vendorId });
    return sources.toSorted((a, b) => a.created.getTime() - b.created.getTime() || (a.id < b.id ? -1 : 1));
  }

  changeSource(id: string, how: (source: Source) => Source): Promise<Source | undefined> {
    return this.#records.change({ id }, how);
  }

  async removeSource(id: string): Promise<boolean> {
    return (await this.#records.remove({ id })) > 0;
  }
}
