import { removeSubscriptions } from '../events/ports/subscriptions.ts';
import type { Needs } from '../operator-ports.ts';
import type { Device, Ticket } from '../ports/outbound/tickets.ts';

/** A session with the person who has it. */
type HeldSession = Ticket & { readonly holder: string };

/** Resolves to all sessions that have not expired, the earliest first. */
export async function sessionsNow({
  tickets,
  clock,
}: Needs<'tickets' | 'clock'>): Promise<readonly HeldSession[]> {
  const now = clock();
  const sessions = (await tickets?.sessions()) ?? [];
  return sessions
    .flatMap(({ holder, ...rest }) =>
      holder !== undefined && rest.expires > now ? [{ ...rest, holder }] : [],
    )
    .sort((a, b) => Number(a.since ?? 0) - Number(b.since ?? 0));
}

/** The id of a session: enough of its digest to tell it apart, of which nobody makes the text that lets in. */
export const sessionId = ({ digest }: Pick<Ticket, 'digest'>): string => digest.slice(0, 20);

/** A session for those who may end it. */
export interface OpenSession {
  readonly id: string;
  /** Absent in sessions begun by an earlier release. */
  readonly since?: Date | undefined;
  readonly device?: Device | undefined;
  readonly isOwn: boolean;
  readonly expires: Date;
}

export const asOpenSession = (ticket: HeldSession): OpenSession => {
  const { since, device, isOwn = false, expires } = ticket;
  return { id: sessionId(ticket), since, device, isOwn, expires };
};

/** Ends one session of these people, and tells nobody more on its device. Resolves to how many there were: 0 or 1. */
export async function endOne(
  id: string,
  holders: readonly string[],
  ports: Needs<'tickets' | 'subscriptions' | 'clock'>,
): Promise<number> {
  const all = await sessionsNow(ports);
  await removeSubscriptions(
    ports.subscriptions,
    (each) => each.session === id && holders.includes(each.person),
  );
  const found = all.find((each) => sessionId(each) === id && holders.includes(each.holder));
  return found && (await ports.tickets?.take(found.digest)) ? 1 : 0;
}

/**
 * Ends sessions and links of the people with these ids, or those of one kind. With the sessions, their devices tell
 * them no more. Resolves to the number of sessions and links.
 */
export async function endTicketsOf(
  ids: readonly string[],
  { tickets, subscriptions }: Needs<'tickets' | 'subscriptions'>,
  only?: 'session' | 'link',
): Promise<number> {
  let ended = 0;
  if (only !== 'link') await removeSubscriptions(subscriptions, ({ person }) => ids.includes(person));
  for (const id of ids)
    for (const kind of only ? [only] : (['session', 'link'] as const))
      ended += (await tickets?.takeAllOf(id, kind)) ?? 0;
  return ended;
}
