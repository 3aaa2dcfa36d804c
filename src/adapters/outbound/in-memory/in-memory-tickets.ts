import type { Clock } from '../../../application/intake/ports/outbound/runtime.ts';
import type { Ticket, Tickets } from '../../../application/operators/ports/outbound/tickets.ts';

/** Tickets in a Map: nobody stays signed in when the process ends. */
export class InMemoryTickets implements Tickets {
  readonly #tickets = new Map<string, Ticket>();
  readonly #clock: Clock;

  constructor(clock: Clock = () => new Date()) {
    this.#clock = clock;
  }

  async keep(ticket: Ticket): Promise<void> {
    const now = this.#clock();
    for (const { digest, expires } of this.#tickets.values()) if (expires < now) this.#tickets.delete(digest);
    this.#tickets.set(ticket.digest, ticket);
  }

  async find(digest: string): Promise<Ticket | undefined> {
    return this.#tickets.get(digest);
  }

  async take(digest: string): Promise<Ticket | undefined> {
    const ticket = this.#tickets.get(digest);
    this.#tickets.delete(digest);
    return ticket;
  }

  async sessions(): Promise<readonly Ticket[]> {
    return [...this.#tickets.values()].filter(({ kind }) => kind === 'session');
  }

  async takeAllOf(holder: string, kind?: Ticket['kind']): Promise<number> {
    const held = [...this.#tickets.values()].filter(
      (ticket) => ticket.holder === holder && (kind === undefined || ticket.kind === kind),
    );
    for (const { digest } of held) this.#tickets.delete(digest);
    return held.length;
  }
}
