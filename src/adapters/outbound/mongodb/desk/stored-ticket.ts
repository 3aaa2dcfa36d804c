import type { Collection, Db } from 'mongodb';
import type { Ticket } from '../../../../application/operators/ports/outbound/tickets.ts';

export const TICKETS = 'tickets';

/** A ticket as stored, under its digest. An index removes it after it has expired. */
interface StoredTicket extends Omit<Ticket, 'digest'> {
  readonly _id: string;
}

export const ticketsOf = (db: Db): Collection<StoredTicket> => db.collection<StoredTicket>(TICKETS);

export const storedTicket = ({
  digest,
  kind,
  expires,
  holder,
  name,
  role,
  proof,
  goal,
}: Ticket): StoredTicket => ({
  _id: digest,
  kind,
  expires,
  holder,
  name,
  role,
  proof,
  goal,
});

export const ticketFrom = ({
  _id,
  kind,
  expires,
  holder,
  name,
  role,
  proof,
  goal,
}: StoredTicket): Ticket => ({
  digest: _id,
  kind,
  expires,
  holder,
  name,
  role,
  proof,
  goal,
});
