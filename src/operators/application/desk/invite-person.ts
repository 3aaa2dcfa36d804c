import { base62 } from '../../../domain/base62.ts';
import { Refused } from '../../domain/refused.ts';
import type { DeskRole } from '../../domain/work/desk-role.ts';
import type { Person } from '../../domain/work/person.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { knownPeople } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';

/** Milliseconds for which an invitation works: it goes by mail or chat to somebody who may be asleep. */
const TERM = 24 * 3_600_000;

/**
 * Makes a link by which a person signs in at the desk, once, within a day, with their role. It ends with their
 * sessions, as in a hand-over. Throws Refused for a person who has left.
 */
export type InvitePerson = (order: { readonly person: string; readonly by: By }) => Promise<{
  readonly person: Pick<Person, 'id' | 'name'>;
  /** The text behind `/link/` in its address, shown this once. */
  readonly link: string;
  readonly expires: Date;
  readonly role: DeskRole;
}>;

export const makeInvitePerson =
  (ports: AuditPorts & Needs<'people' | 'digest' | 'tickets'>): InvitePerson =>
  async ({ person: given, by }) => {
    const { tickets, digest, randomBytes, clock } = ports;
    if (!tickets) throw new Refused('not-kept', 'This store cannot keep who is signed in at the desk.');
    const known = await knownPeople(ports);
    const { id, name, role: had, left } = known.meant(given);
    const role = had ?? 'viewer';
    if (left !== undefined)
      throw new Refused(
        'person-left',
        `${known.nameOf(id)} has left: add them again, or make a link on the command line.`,
      );
    return audited(ports, { by, action: 'person.invite', on: id, to: role }, async () => {
      const link = base62(randomBytes(32));
      const since = clock();
      const expires = new Date(since.getTime() + TERM);
      await tickets.keep({
        digest: digest(link),
        kind: 'link',
        since,
        expires,
        holder: id,
        name,
        role,
        had,
      });
      return { person: { id, name: known.nameOf(id) }, link, expires, role };
    });
  };
