import type { Session } from '../../../application/ports/inbound/desk-use-cases.ts';

/** Milliseconds after which a page that asks no more is closed: it asks every ten seconds, while somebody sees it. */
const GONE_AFTER = 25_000;

/** Whoever else has this lead open. */
export type WhoIsHere = (leadId: string) => readonly string[];

/**
 * Who has which lead open, by what pages ask for news anyway. Each process knows those that ask it, in its memory: with
 * several, colleagues may miss one another. It is a hint; what two do to one lead at once is refused without it.
 */
export function makeWhoIsHere(): (me: Pick<Session, 'person' | 'name'>, now: Date) => WhoIsHere {
  /** The one that asked last is the last. */
  const open = new Map<string, { leadId: string; person: string; name: string; at: number }>();
  return ({ person, name }, now) =>
    (leadId) => {
      const at = now.getTime();
      for (const [key, each] of open) {
        if (at - each.at <= GONE_AFTER) break;
        open.delete(key);
      }
      const mine = JSON.stringify([leadId, person]);
      open.delete(mine);
      open.set(mine, { leadId, person, name, at });
      const others = [...open.values()].filter((each) => each.leadId === leadId && each.person !== person);
      return others.map((each) => each.name);
    };
}

/** `Ada is here`; empty if nobody is. */
export const hereText = (names: readonly string[]): string =>
  names.length === 0 ? '' : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} here`;
