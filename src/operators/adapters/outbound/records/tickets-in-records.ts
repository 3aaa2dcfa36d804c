import type { Ticket, Tickets } from '#operators/application/ports/outbound/tickets.ts';
import type { Records } from './records.ts';

/** Tickets under their digests. The store removes expired ones by itself. */
export class TicketsInRecords implements Tickets {
  readonly #records: Records<Ticket>;

  constructor(records: Records<Ticket>) {
    this.#records = records;
  }

  async keep(ticket: Ticket): Promise<void> {
    await this.#records.add(ticket);
  }

  find(digest: string): Promise<Ticket | undefined> {
    return this.#records.find({ digest });
  }

  take(digest: string): Promise<Ticket | undefined> {
    return this.#records.take({ digest });
  }

  sessions(): Promise<readonly Ticket[]> {
    return this.#records.all({ kind: 'session' });
  }

  takeAllOf(holder: string, kind?: Ticket['kind']): Promise<number> {
    return this.#records.remove({ holder, ...(kind && { kind }) });
  }
}
