import { base62 } from '../domain/base62.ts';
import type { DeskRole } from '../domain/desk-role.ts';
import { operatorName } from '../domain/operator-name.ts';
import { Refused } from '../domain/refused.ts';
import { type AuditPorts, audited } from './audited.ts';
import type { DeskAccess, Session } from './ports/inbound/desk.ts';
import { type IdentityProvider, ProviderFailed } from './ports/outbound/identity-provider.ts';
import type { Digest } from './ports/outbound/runtime.ts';
import type { Ticket, Tickets } from './ports/outbound/tickets.ts';

export interface DeskAccessPorts extends AuditPorts {
  readonly tickets: Tickets;
  readonly digest: Digest;
  /** Absent where only links let people in. */
  readonly identityProvider?: IdentityProvider | undefined;
}

/** Milliseconds. */
const terms = { session: 12 * 3_600_000, link: 5 * 60_000, 'sign-in': 10 * 60_000 };

export function makeDeskAccess(ports: DeskAccessPorts): DeskAccess {
  const { tickets, digest, clock, randomBytes, identityProvider } = ports;

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

  /** `account`: whose it is, beyond doubt. */
  const openSession = (name: string, role: DeskRole, account = name): Promise<Session> =>
    audited(ports, { by: name, action: 'desk.sign-in', on: account }, async (holder) => {
      return { ...(await keep('session', { holder, role })), name: holder, role };
    });

  return {
    async makeLink({ name, role, by, term }) {
      const holder = operatorName(name);
      return audited(ports, { by, action: 'desk.link', on: holder }, async () => {
        const { text, expires } = await keep('link', { holder, role }, term);
        return { link: text, expires };
      });
    },

    async openLink(link) {
      const ticket = valid(await tickets.take(digest(link)), 'link');
      if (!ticket?.holder || !ticket.role)
        throw new Refused('sign-in-failed', 'This link was used before or has expired: ask for another.');
      return openSession(ticket.holder, ticket.role);
    },

    async beginSignIn({ returnTo, goal }) {
      if (!identityProvider)
        throw new Refused('sign-in-failed', 'Only a link from the command line lets you in.');
      const { url, proof } = await identityProvider.begin(returnTo).catch(asRefusal);
      const { text } = await keep('sign-in', { proof, goal });
      return { text, url };
    },

    async finishSignIn({ signIn, address }) {
      const ticket = valid(await tickets.take(digest(signIn)), 'sign-in');
      if (!identityProvider || ticket?.proof === undefined)
        throw new Refused(
          'sign-in-failed',
          'This sign-in was not begun here, or took longer than ten minutes.',
        );
      const { name, account, role } = await identityProvider.finish(address, ticket.proof).catch(asRefusal);
      if (!role)
        throw new Refused('sign-in-failed', 'Your account has no role here: ask for viewer, sales or admin.');
      return { ...(await openSession(name, role, account)), goal: ticket.goal ?? '/' };
    },

    async session(text) {
      const ticket = valid(await tickets.find(digest(text)), 'session');
      if (!ticket?.holder || !ticket.role) return undefined;
      return { text, name: ticket.holder, role: ticket.role, expires: ticket.expires };
    },

    async endSession(text) {
      await tickets.take(digest(text));
    },

    endSessionsOf: ({ name, by }) =>
      audited(ports, { by, action: 'desk.end-sessions', on: operatorName(name) }, () =>
        tickets.takeAllOf(operatorName(name)),
      ),
  };
}

function asRefusal(error: unknown): never {
  throw error instanceof ProviderFailed ? new Refused('sign-in-failed', error.message) : error;
}
