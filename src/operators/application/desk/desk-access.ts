import { base62 } from '../../../domain/base62.ts';
import { Refused } from '../../domain/refused.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { Person } from '../../domain/work/person.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { idOfAccount, knownPeople, meantOrNew } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { DeskAccess, Session } from '../ports/inbound/desk-use-cases.ts';
import { type Identity, type IdentityProvider, ProviderFailed } from '../ports/outbound/identity-provider.ts';
import type { Ticket, Tickets } from '../ports/outbound/tickets.ts';
import { emailKey, endTicketsOf } from './manage-people.ts';

interface DeskAccessPorts extends AuditPorts, Needs<'people' | 'digest'> {
  readonly tickets: Tickets;
  /** Absent if only links let people in. */
  readonly identityProvider?: IdentityProvider | undefined;
}

/** How long each kind of ticket works, in milliseconds. */
const terms = { session: 12 * 3_600_000, link: 5 * 60_000, 'sign-in': 10 * 60_000, question: 30 * 60_000 };

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

  /** The ticket, unless it is of another kind or has expired. */
  const valid = (ticket: Ticket | undefined, kind: Ticket['kind']) =>
    ticket?.kind === kind && ticket.expires > clock() ? ticket : undefined;

  /** Opens a session for the person whom the record means, also after a link of two. Changes only this record. */
  const openSession = (record: Person & Pick<Session, 'role'>, known: KnownPeople): Promise<Session> => {
    const holder = known.idOf(record.id);
    const name = holder === record.id ? record.name : known.nameOf(holder);
    const by = { by: name, byId: holder };
    return audited(ports, { by, action: 'desk.sign-in', on: holder }, async () => {
      const { role } = record;
      await people.keep({ ...record, seen: clock(), left: undefined });
      return { ...(await keep('session', { holder, name, role })), person: holder, name, role };
    });
  };

  /** The record of an account. If the provider has verified the email, links the person who was added with it. */
  async function recordOf(
    { name, email, isEmailVerified, ...identity }: Identity,
    known: KnownPeople,
  ): Promise<Person> {
    const id = idOfAccount(digest, identity);
    const own = known.recordOf(id) ?? { id, role: undefined, seen: undefined };
    const expected = isEmailVerified ? expectedWith(email, known) : undefined;
    if (expected && expected.id !== known.idOf(id)) {
      const order = {
        by: { by: name, byId: id },
        action: 'person.link',
        on: expected.id,
        to: id,
      } as const;
      await audited(ports, order, () => people.keep({ ...expected, is: id }));
    }
    return { ...own, name, email, isExpected: undefined };
  }

  const linkIn = (ticket: Ticket | undefined) => {
    const { holder: id, name, role } = valid(ticket, 'link') ?? {};
    if (!id || !name || !role)
      throw new Refused('sign-in-failed', 'This link was used before or has expired: ask for another.');
    return { id, name, role };
  };

  return {
    async makeLink({ name: given, role: asked, by, term, isOnly }) {
      const known = await knownPeople(ports);
      const { id, name, role: had } = meantOrNew(known, digest, given);
      const role = asked ?? had ?? 'viewer';
      return audited(ports, { by, action: 'desk.link', on: id, to: role }, async () => {
        if (isOnly) await tickets.takeAllOf(id, 'link');
        const { text, expires } = await keep('link', { holder: id, name, role }, term);
        return { link: text, expires, name, role, isNew: known.withId(id) === undefined };
      });
    },

    async lookAtLink(link) {
      const { name, role } = linkIn(await tickets.find(digest(link)));
      return { name, role };
    },

    async openLink(link) {
      const { id, name, role } = linkIn(await tickets.take(digest(link)));
      const known = await knownPeople(ports);
      return openSession({ ...(known.recordOf(id) ?? meantOrNew(known, digest, name)), role }, known);
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
      const { role } = identity;
      const known = await knownPeople(ports);
      const session = role && (await openSession({ ...(await recordOf(identity, known)), role }, known));
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
      const known = await knownPeople(ports);
      const { id: on } = meantOrNew(known, digest, given); // a link may be for somebody new
      const order = { by, action: 'desk.end-sessions', on } as const;
      const ended = await audited(ports, order, () => endTicketsOf(known.idsOf(on), tickets));
      if (ended > 0 || known.withId(on)) return ended;
      throw known.unknown(given);
    },

    async keepPlan({ person: holder, at: goal, plan }) {
      return (await keep('question', { holder, goal, plan })).text;
    },

    async takePlan({ person, at, text }) {
      const ticket = valid(await tickets.take(digest(text)), 'question');
      return ticket?.holder === person && ticket.goal === at ? ticket.plan : undefined;
    },
  };
}

/** The person who was added with this email; `undefined` if there is none, or several. */
function expectedWith(email: string | undefined, known: KnownPeople): Person | undefined {
  const [expected, another] = known.all.filter(
    (each) =>
      each.isExpected &&
      email !== undefined &&
      each.email !== undefined &&
      emailKey(each.email) === emailKey(email),
  );
  return another ? undefined : expected;
}

/** An account's name by which its owner recognises it. */
const labelOf = ({ name, email, account }: Identity): string =>
  name === email ? name : `${name} (${email ?? account})`;

function asRefusal(error: unknown): never {
  throw error instanceof ProviderFailed ? new Refused('sign-in-failed', error.message) : error;
}
