import { base62 } from '../../../domain/base62.ts';
import { DAY_MS } from '../../domain/day.ts';
import { Refused } from '../../domain/refused.ts';
import { type DeskRole, mayAct } from '../../domain/work/desk-role.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { Person } from '../../domain/work/person.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { removeSubscriptions, type Subscriptions } from '../events/ports/subscriptions.ts';
import { knownPeople, meantOrNew } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import { type Identity, type IdentityProvider, ProviderFailed } from '../ports/outbound/identity-provider.ts';
import type { Seal } from '../ports/outbound/seal.ts';
import type { Device, Ticket, Tickets } from '../ports/outbound/tickets.ts';
import { makeKeyLinks, usedLink } from './key-links.ts';
import { endTicketsOf, sessionId } from './open-sessions.ts';
import { recordOf } from './person-of-account.ts';
import { goOnTelling } from './told-devices.ts';

interface DeskAccessPorts extends AuditPorts, Needs<'people' | 'vendors' | 'digest'> {
  readonly tickets: Tickets;
  readonly seal: Seal;
  /** Absent if nobody is told of leads on devices. */
  readonly subscriptions?: Subscriptions | undefined;
  /** Absent if only links let people in. */
  readonly identityProvider?: IdentityProvider | undefined;
}

/** The longest text of a provider for its session that is kept: beyond, addresses with it are cut by proxies. */
const LONGEST_HINT = 6_000;

/** How long each kind of ticket works, in milliseconds; `own`: a session on somebody's own device. */
const terms = {
  session: 12 * 3_600_000,
  own: 30 * DAY_MS,
  link: 5 * 60_000,
  'sign-in': 10 * 60_000,
  question: 30 * 60_000,
};

/** The ways into the desk, and its questions. Each use case can throw StoreUnavailable. */
export interface DeskAccess {
  readonly makeLink: MakeLink;
  /**
   * Signs in by a link, which then works no more. If the person's role changed since the link was made, it gives the
   * lesser. Throws Refused if it is unknown, used or expired, or its person has left since.
   */
  readonly openLink: (link: string, on?: SignedInOn) => Promise<Session>;
  /** Says what a link is for, without using it up. Throws as `openLink` or `openKey`. */
  readonly lookAtLink: (link: string) => Promise<LinkGoal>;
  /**
   * Shows a vendor's new key by a link, which then works no more. Throws as `openLink`, and if the key works no more:
   * `key-not-active`.
   */
  readonly openKey: (link: string) => Promise<{ readonly vendor: string; readonly key: string }>;
  /**
   * Begins to sign in at the provider. `returnTo`: the desk's address for `finishSignIn`. `another`: whether to
   * offer another account than the one that the provider knows in this browser. Throws Refused: `provider-down` if
   * the provider cannot be reached.
   */
  readonly beginSignIn: (order: {
    readonly returnTo: string;
    readonly goal: string;
    readonly another?: boolean | undefined;
    readonly isOwn?: boolean | undefined;
  }) => Promise<SignIn>;
  /**
   * Ends a sign-in. `address`: where the provider sent the browser back to. Throws Refused: `sign-in-over` if
   * the sign-in is unknown, has ended or has expired.
   */
  readonly finishSignIn: (
    order: Pick<SignedInOn, 'device' | 'told'> & { readonly signIn: string; readonly address: string },
  ) => Promise<Arrival>;
  /** Finds a session; `undefined` if it is unknown, has ended or has expired. */
  readonly session: (text: string) => Promise<Session | undefined>;
  readonly endSession: (text: string) => Promise<void>;
  /**
   * Ends a session that the person signs out of. Resolves to the address at which the browser ends the
   * provider's session, too, and comes back to `returnTo` with `state`; `undefined` if there is none.
   */
  readonly signOut: (order: {
    readonly text: string;
    readonly returnTo: string;
    readonly state: string;
  }) => Promise<string | undefined>;
  /** Ends every session and link of the person with this name or id. Resolves to their number. */
  readonly endSessionsOf: (order: { readonly name: string; readonly by: By }) => Promise<number>;
  /** Keeps the plan of a question for half an hour. Resolves to the text that the question's form carries. */
  readonly keepPlan: (question: QuestionAt & { readonly plan: string }) => Promise<string>;
  /**
   * Takes a plan, once. `undefined` if it was taken before, its half hour is over, or another person was asked or at
   * another address.
   */
  readonly takePlan: (answer: QuestionAt & { readonly text: string }) => Promise<string | undefined>;
}

/** The person who is asked, by id, and the address that takes the answer. */
interface QuestionAt {
  readonly person: string;
  readonly at: string;
}

/**
 * Makes a sign-in link. It works once, within five minutes or `term` milliseconds. `name`: the person's name or
 * id. If nobody has that name when the link is opened, it makes a new person. Throws Refused if the name means
 * several people or is not allowed.
 */
export type MakeLink = (order: {
  readonly name: string;
  /** The role that the link gives; by default the role that the person has or was added with, or else viewer. */
  readonly role?: DeskRole | undefined;
  readonly by: By;
  readonly term?: number | undefined;
  /** Ends earlier links for this person. */
  readonly isOnly?: boolean | undefined;
}) => Promise<{
  readonly link: string;
  readonly expires: Date;
  /** The person whom the link lets in, and their role. */
  readonly name: string;
  readonly role: DeskRole;
  /** Whether nobody has that name yet. */
  readonly isNew: boolean;
}>;

/** What a link is for: it signs somebody in, or shows a new key to its vendor. */
export type LinkGoal = Pick<Session, 'name' | 'role'> | { readonly vendor: string };

/** The device that somebody signs in on, and whether they call it their own. */
export interface SignedInOn {
  readonly device?: Device | undefined;
  readonly isOwn?: boolean | undefined;
  /** The id under which somebody was told of leads on it. */
  readonly told?: string | undefined;
}

/** Somebody who has signed in, for twelve hours at most; on a device of their own for thirty days. */
export interface Session {
  /** The id by which others end it. It lets nobody in. */
  readonly id: string;
  /** The text that the browser keeps. */
  readonly text: string;
  /** The id of the person. */
  readonly person: string;
  readonly name: string;
  readonly role: DeskRole;
  readonly isOwn: boolean;
  readonly expires: Date;
}

/** Somebody whom the provider sent back to the desk. */
export interface Arrival {
  /** `undefined` if their account has no role here. */
  readonly session: Session | undefined;
  /** Why it has none, for the log. */
  readonly lack?: string | undefined;
  /** The account's name, as its owner knows it. */
  readonly account: string;
  readonly goal: string;
}

/** A sign-in that has begun. */
export interface SignIn {
  /** The text that the browser keeps until it comes back. */
  readonly text: string;
  /** The name of this sign-in in the provider's answer. It is no secret. */
  readonly state: string;
  /** The provider's address to which the browser is sent. */
  readonly url: string;
}

export function makeDeskAccess(ports: DeskAccessPorts): DeskAccess {
  const { tickets, people, digest, clock, randomBytes, identityProvider, seal, subscriptions } = ports;
  const keyLinks = makeKeyLinks(ports);

  async function keep(
    kind: Exclude<Ticket['kind'], 'key'>,
    rest: Omit<Ticket, 'digest' | 'kind' | 'expires'>,
    lasts = terms[kind],
    text = base62(randomBytes(32)),
  ) {
    const expires = new Date(clock().getTime() + lasts);
    await tickets.keep({ digest: digest(text), kind, expires, ...rest });
    return { text, expires };
  }

  /** The ticket, unless it is of another kind or has expired. */
  const valid = (ticket: Ticket | undefined, kind: Ticket['kind']) =>
    ticket?.kind === kind && ticket.expires > clock() ? ticket : undefined;

  /** Opens a session for the person whom the record means, also after a link of two. Changes only this record. */
  const openSession = (
    record: Person & Pick<Session, 'role'>,
    known: KnownPeople,
    { device, isOwn = false, told, hint }: SignedInOn & { readonly hint?: string | undefined } = {},
  ): Promise<Session> => {
    const holder = known.idOf(record.id);
    const name = holder === record.id ? record.name : known.nameOf(holder);
    const by = { by: name, byId: holder };
    return audited(ports, { by, action: 'desk.sign-in', on: holder }, async () => {
      const { role } = record;
      await people.keep({ ...record, seen: clock(), left: undefined });
      const text = base62(randomBytes(32));
      const proof = hint === undefined ? undefined : seal.seal(hint.length > LONGEST_HINT ? '' : hint, text);
      const opened = { holder, name, role, since: clock(), device, isOwn, proof };
      const { expires } = await keep('session', opened, isOwn ? terms.own : terms.session, text);
      const session = sessionOf(text, { person: holder, name, role, isOwn, expires });
      if (told !== undefined) await goOnTelling(subscriptions, told, session, known);
      return session;
    });
  };

  const sessionOf = (text: string, rest: Omit<Session, 'id' | 'text'>): Session => ({
    ...rest,
    id: sessionId({ digest: digest(text) }),
    text,
  });

  /** The person whom a link lets in, by what is known of them now. */
  const linkIn = async (ticket: Ticket | undefined) => {
    const { holder: id, name, role, had, since } = valid(ticket, 'link') ?? {};
    if (!id || !name || !role) throw usedLink();
    const known = await knownPeople(ports);
    const record = known.recordOf(id) ?? meantOrNew(known, digest, name);
    const { left, role: now } = known.withId(record.id) ?? {};
    if (left && !(since && since >= left))
      throw new Refused('sign-in-failed', 'This link was made before its person left: ask for another.');
    return { record: { ...record, role: roleByLink({ role, had }, now) }, name, known };
  };

  return {
    async makeLink({ name: given, role: asked, by, term, isOnly }) {
      const known = await knownPeople(ports);
      const { id, name, role: had } = meantOrNew(known, digest, given);
      const role = asked ?? had ?? 'viewer';
      return audited(ports, { by, action: 'desk.link', on: id, to: role }, async () => {
        if (isOnly) await tickets.takeAllOf(id, 'link');
        const { text, expires } = await keep('link', { holder: id, name, role, had, since: clock() }, term);
        return { link: text, expires, name, role, isNew: known.withId(id) === undefined };
      });
    },

    async lookAtLink(link) {
      const ticket = await tickets.find(digest(link));
      if (ticket?.kind === 'key') return keyLinks.look(ticket);
      const { name, record } = await linkIn(ticket);
      return { name, role: record.role };
    },

    openKey: keyLinks.open,

    async openLink(link, on) {
      const { record, known } = await linkIn(await tickets.take(digest(link)));
      return openSession(record, known, on);
    },

    async beginSignIn({ returnTo, goal, another, isOwn }) {
      if (!identityProvider)
        throw new Refused('sign-in-failed', 'Only a link from the command line lets you in.');
      const { url, state, proof } = await identityProvider.begin(returnTo, { another }).catch(asRefusal);
      const { text } = await keep('sign-in', { proof, goal, isOwn });
      return { text, state, url };
    },

    async finishSignIn({ signIn, address, device, told }) {
      const ticket = valid(await tickets.take(digest(signIn)), 'sign-in');
      if (!identityProvider || ticket?.proof === undefined)
        throw new Refused(
          'sign-in-over',
          'This sign-in was not begun here, or took longer than ten minutes.',
        );
      const identity = await identityProvider.finish(address, ticket.proof).catch(asRefusal);
      const { role, lack, sessionHint: hint } = identity;
      const known = await knownPeople(ports);
      const on = { device, isOwn: ticket.isOwn, told, hint };
      const session =
        role && (await openSession({ ...(await recordOf(ports, identity, known)), role }, known, on));
      return { session, lack, account: labelOf(identity), goal: ticket.goal ?? '/' };
    },

    async session(text) {
      const ticket = valid(await tickets.find(digest(text)), 'session');
      if (!ticket?.holder || !ticket.name || !ticket.role) return undefined;
      const { holder: person, name, role, isOwn = false, expires } = ticket;
      return sessionOf(text, { person, name, role, isOwn, expires });
    },

    async signOut({ text, returnTo, state }) {
      const ticket = await tickets.take(digest(text));
      const session = sessionId({ digest: digest(text) });
      await removeSubscriptions(subscriptions, (device) => device.session === session);
      if (!ticket?.proof || !identityProvider?.endOfSession) return undefined; // a link let them in
      const hint = seal.open(ticket.proof, text) || undefined;
      return identityProvider.endOfSession({ hint, returnTo, state }).catch(() => undefined); // signed out here, at least
    },

    async endSession(text) {
      await tickets.take(digest(text));
    },

    async endSessionsOf({ name: given, by }) {
      const known = await knownPeople(ports);
      const { id: on } = meantOrNew(known, digest, given); // a link may be for somebody new
      const order = { by, action: 'desk.end-sessions', on } as const;
      const ended = await audited(ports, order, () => endTicketsOf(known.idsOf(on), ports));
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

/**
 * The role that a link gives to somebody who has the role `now`. If that changed since the link was made, it is the
 * lesser of the two; a link that was to change no role gives the present one.
 */
function roleByLink({ role, had }: Pick<Session, 'role'> & Pick<Ticket, 'had'>, now?: DeskRole): DeskRole {
  if (now === undefined || now === had) return role;
  const wasToChange = role !== had;
  return wasToChange && mayAct(now, role) ? role : now;
}

/** An account's name by which its owner recognises it. */
const labelOf = ({ name, email, account }: Identity): string =>
  name === email ? name : `${name} (${email ?? account})`;

function asRefusal(error: unknown): never {
  if (!(error instanceof ProviderFailed)) throw error;
  throw new Refused(error.isDown ? 'provider-down' : 'sign-in-failed', error.message);
}
