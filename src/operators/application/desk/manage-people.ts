import { EmailAddress } from '../../../domain/email-address.ts';
import { Refused } from '../../domain/refused.ts';
import type { DeskRole } from '../../domain/work/desk-role.ts';
import { KnownPeople } from '../../domain/work/known-people.ts';
import type { NamedPerson, Person } from '../../domain/work/person.ts';
import { nameKey } from '../../domain/work/person-name.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { isOfAccount, knownPeople, newPerson } from '../known-people.ts';
import { otherOrder } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By, Once } from '../ports/order.ts';
import { type InvitePerson, makeInvitePerson } from './invite-person.ts';
import { asOpenSession, endOne, endTicketsOf, type OpenSession, sessionsNow } from './open-sessions.ts';

type PeopleUseCasePorts = AuditPorts & Needs<'people' | 'digest' | 'tickets' | 'subscriptions'>;

/**
 * Everything about the people at the desk. A person is given by id, or by a name that only one has; else
 * Refused is thrown.
 */
export interface PeopleUseCases {
  readonly namePeople: NamePeople;
  readonly listPeople: ListPeople;
  readonly addPerson: AddPerson;
  readonly linkPeople: LinkPeople;
  readonly endSessions: EndSessions;
  readonly invitePerson: InvitePerson;
}

/** Lists everybody who works with leads, or did, under names that no two share; sorted by name. */
export type NamePeople = () => Promise<readonly NamedPerson[]>;

/** Lists everybody who has signed in or was added, the last sign-in first. */
export type ListPeople = () => Promise<readonly PersonAtDesk[]>;

/** A person, and the number of browsers in which they are signed in. */
export interface PersonAtDesk extends Person {
  readonly sessions: number;
  /** Each of these sessions, the earliest first. */
  readonly devices: readonly OpenSession[];
}

/**
 * Signs somebody out everywhere; links made for them no longer work. `only`: the id of the one session to end, or
 * `links` for nothing but their links.
 */
export type EndSessions = (order: {
  readonly person: string;
  readonly only?: string | undefined;
  readonly by: By;
}) => Promise<{
  readonly person: Person;
  /** The number of sessions and links that ended. */
  readonly ended: number;
}>;

export function makePeopleUseCases(ports: PeopleUseCasePorts): PeopleUseCases {
  async function listPeople(): Promise<readonly PersonAtDesk[]> {
    const [known, sessions] = await Promise.all([knownPeople(ports), sessionsNow(ports)]);
    const of = (id: string) => sessions.filter(({ holder }) => known.idOf(holder) === id).map(asOpenSession);
    return known.all
      .map((person) => ({ ...person, devices: of(person.id) }))
      .map((person) => ({ ...person, sessions: person.devices.length }))
      .sort((a, b) => Number(b.seen ?? 0) - Number(a.seen ?? 0));
  }

  return {
    namePeople: async () => (await knownPeople(ports)).named,
    listPeople,
    addPerson: makeAddPerson(ports),
    linkPeople: makeLinkPeople(ports),
    invitePerson: makeInvitePerson(ports),
    async endSessions({ person: given, only, by }) {
      const known = await knownPeople(ports);
      const person = known.meant(given);
      const ids = known.idsOf(person.id);
      return audited(ports, { by, action: 'desk.end-sessions', on: person.id }, async () => {
        if (only === undefined) return { person, ended: await endTicketsOf(ids, ports) };
        if (only === 'links') return { person, ended: await endTicketsOf(ids, ports, 'link') };
        return { person, ended: await endOne(only, ids, ports) };
      });
    },
  };
}

/**
 * Adds somebody, so that they can own leads before they sign in. The first account to sign in whose `email` the
 * provider has verified is theirs. Throws Refused if somebody has the name or email, the name is not allowed,
 * or there are too many people.
 */
export type AddPerson = (
  order: {
    readonly name: string;
    readonly email?: EmailAddress | undefined;
    readonly role?: DeskRole | undefined;
    readonly by: By;
  } & Once,
) => Promise<Person>;

const makeAddPerson =
  (ports: PeopleUseCasePorts): AddPerson =>
  async ({ name, email, role, by, once }) => {
    const { people, digest } = ports;
    const order = once === undefined ? undefined : digest(once);
    const kept = await people.all();
    const before = madeBefore(kept);
    if (before) return before;
    const known = new KnownPeople(kept);
    requireFree(known, name, email);
    const person: Person = {
      ...newPerson(known, digest, name),
      email: email?.value,
      role,
      isExpected: email && true,
      order,
    };
    return audited(ports, { by, action: 'person.add', on: person.id, to: role }, async () => {
      if (await people.add(person)) return person;
      const now = await people.all();
      const meanwhile = madeBefore(now);
      if (meanwhile) return meanwhile;
      throw taken(new KnownPeople(now), person);
    });

    function madeBefore(all: readonly Person[]): Person | undefined {
      const made = all.find((each) => order !== undefined && each.order === order);
      if (made && !isAlike(made, { name, email, role })) throw otherOrder();
      return made;
    }
  };

/**
 * Whether this person is the one who was ordered. After they have signed in, email and role are the provider's
 * and not compared.
 */
const isAlike = (made: Person, { name, email, role }: Omit<Parameters<AddPerson>[0], 'by'>): boolean =>
  nameKey(made.name) === nameKey(name) &&
  (made.seen !== undefined ||
    (made.role === role && (made.email && emailKey(made.email)) === email?.identity));

/** Throws Refused if somebody has this name or email. */
function requireFree(known: KnownPeople, name: string, email: EmailAddress | undefined): void {
  const [namesake] = known.called(name);
  if (namesake) throw taken(known, namesake);
  const holder = email && known.all.find((each) => each.email && emailKey(each.email) === email.identity);
  if (holder) throw taken(known, holder, 'email');
}

function taken(known: KnownPeople, { id, left }: Person, what: 'name' | 'email' = 'name'): Refused {
  const holder = known.nameOf(id);
  const whose = holder === id ? id : `${holder} (${id})`;
  return new Refused('person-taken', `${whose}${left ? ', who has left,' : ''} has this ${what}.`);
}

/** The form in which people's emails are compared: the same however a provider writes one. */
export function emailKey(email: string): string {
  try {
    return EmailAddress.parse(email).identity;
  } catch {
    return email.toLowerCase();
  }
}

/**
 * Links two records of one person. `account` stays, is meant by the name and id of `person` as well, and gets
 * the leads, history and sessions. If several have one name, it means the one that is not the other. Throws
 * Refused if both are one already.
 */
export type LinkPeople = (order: {
  readonly person: string;
  readonly account: string;
  readonly by: By;
}) => Promise<{
  /** The person after the link. */
  readonly person: Person;
  /** The record that was linked to that person. */
  readonly linked: Person;
}>;

const makeLinkPeople =
  (ports: PeopleUseCasePorts): LinkPeople =>
  async ({ person: given, account, by }) => {
    const known = await knownPeople(ports);
    const person = known.meant(account, known.withId(given));
    const linked = known.meant(given, person);
    if (person === linked) throw new Refused('same-person', 'They are one person already.');
    if ([person, linked].every(({ id }) => known.idsOf(id).some(isOfAccount(known, ports.digest))))
      throw new Refused(
        'person-taken',
        'Both have signed in with accounts of their own, so they stay two people. If one account is used no longer, hand over its leads.',
      );
    return audited(ports, { by, action: 'person.link', on: linked.id, to: person.id }, async () => {
      await ports.people.keep({ ...linked, is: person.id });
      if (person.left === undefined || linked.left !== undefined) return { person, linked };
      const here = { ...person, left: undefined }; // who signs in with either record has not left
      await ports.people.keep(here);
      return { person: here, linked };
    });
  };
