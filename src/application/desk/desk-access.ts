import { base62 } from '../../domain/base62.ts';
import { operatorName } from '../../domain/operator-name.ts';
import type { Person } from '../../domain/person.ts';
import { Refused } from '../../domain/refused.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { DeskAccess, Session } from '../ports/inbound/desk.ts';
import { type Identity, type IdentityProvider, ProviderFailed } from '../ports/outbound/identity-provider.ts';
import type { Ticket, Tickets } from '../ports/outbound/tickets.ts';
import { knownPeople, personId } from './known-people.ts';

interface DeskAccessPorts extends AuditPorts {
  readonly tickets: Tickets;
  /** Absent where only links let people in. */
  readonly identityProvider?: IdentityProvider | undefined;
}

/** How long each kind of ticket is good for, in milliseconds. */
const terms = { session: 12 * 3_600_000, link: 5 * 60_000, 'sign-in': 10 * 60_000 };

export function makeDeskAccess(ports: DeskAccessPorts): DeskAccess {
  const { tickets, people, digest, clock, randomBytes, identityProvider } = ports;

  async function keep(
    kind: Ticket['kind'],
    rest: Omit<Ticket, 'digest' | 'kind' | 'expires'>,
    lasts = terms[kind],
  ) {
    const text = base62(randomBytes(32));
    const expires = new Date(clock().getTime() + lasts);
    await tickets.keep({ digest: digest(text), kind, expires, ...rest });
    return { text, expires };
  }

  /** Unless it is of another kind, or has expired. */
  const valid = (ticket: Ticket | undefined, kind: Ticket['kind']) =>
    ticket?.kind === kind && ticket.expires > clock() ? ticket : undefined;

  const openSession = (
    person: Pick<Person, 'id' | 'name' | 'email'> & Pick<Session, 'role'>,
  ): Promise<Session> => {
    const by = { by: person.name, byId: person.id };
    return audited(ports, { by, action: 'desk.sign-in', on: person.id }, async () => {
      const { id: holder, name, role } = person;
      await people.keep({ ...person, seen: clock(), left: undefined });
      return { ...(await keep('session', { holder, name, role })), person: holder, name, role };
    });
  };

  const linkIn = (ticket: Ticket | undefined) => {
    const { holder: id, name, role } = valid(ticket, 'link') ?? {};
    if (!id || !name || !role)
      throw new Refused('sign-in-failed', 'This link was used before or has expired: ask for another.');
    return { id, name, role };
  };

  return {
    async makeLink({ name: given, role, by, term }) {
      const { id, name } = (await knownPeople(ports)).meant(given);
      return audited(ports, { by, action: 'desk.link', on: id, to: role }, async () => {
        await people.add({ id, name, email: undefined, role, seen: undefined });
        const { text, expires } = await keep('link', { holder: id, name, role }, term);
        return { link: text, expires };
      });
    },

    async lookAtLink(link) {
      const { name, role } = linkIn(await tickets.find(digest(link)));
      return { name, role };
    },

    async openLink(link) {
      const person = linkIn(await tickets.take(digest(link)));
      const [known] = (await knownPeople(ports)).named(person.id);
      return openSession({ ...person, email: known?.email });
    },

    async beginSignIn({ returnTo, goal, another }) {
      if (!identityProvider)
        throw new Refused('sign-in-failed', 'Only a link from the command line lets you in.');
      const { url, state, proof } = await identityProvider.begin(returnTo, { another }).catch(asRefusal);
      const { text } = await keep('sign-in', { proof, goal });
      return { text, state, url };
    },

    async finishSignIn({ signIn, address }) {
      const ticket = valid(await tickets.take(digest(signIn)), 'sign-in');
      if (!identityProvider || ticket?.proof === undefined)
        throw new Refused(
          'sign-in-over',
          'This sign-in was not begun here, or took longer than ten minutes.',
        );
      const identity = await identityProvider.finish(address, ticket.proof).catch(asRefusal);
      const { name, email, role } = identity;
      const session = role && (await openSession({ id: personId(digest, identity), name, email, role }));
      return { session, account: labelOf(identity), goal: ticket.goal ?? '/' };
    },

    async session(text) {
      const ticket = valid(await tickets.find(digest(text)), 'session');
      if (!ticket?.holder || !ticket.name || !ticket.role) return undefined;
      const { holder: person, name, role, expires } = ticket;
      return { text, person, name, role, expires };
    },

    async endSession(text) {
      await tickets.take(digest(text));
    },

    async endSessionsOf({ name: given, by }) {
      const name = operatorName(given);
      const found = (await knownPeople(ports)).named(name).map(({ id }) => id);
      let ended = 0;
      for (const on of found.length > 0 ? found : [personId(digest, { name })])
        ended += await audited(ports, { by, action: 'desk.end-sessions', on }, () => tickets.takeAllOf(on));
      return ended;
    },
  };
}

/** What somebody recognises one of their accounts by. */
const labelOf = ({ name, email, account }: Identity): string =>
  name === email ? name : `${name} (${email ?? account})`;

function asRefusal(error: unknown): never {
  throw error instanceof ProviderFailed ? new Refused('sign-in-failed', error.message) : error;
}
