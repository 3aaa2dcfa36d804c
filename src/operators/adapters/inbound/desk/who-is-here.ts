import type { Session } from '#operators/application/ports/inbound/desk-use-cases.ts';
import { type NamedPerson, personWith } from '#operators/domain/work/person.ts';

/**
 * Milliseconds after which a page without questions counts as closed: it asks every ten seconds while it is
 * visible.
 */
const GONE_AFTER = 25_000;

/** Notes that somebody has a lead open, and returns the names of others who have. */
export type WhoIsHere = (leadId: string, people: readonly NamedPerson[]) => readonly string[];

/**
 * Knows who has which lead open, from the questions for news that pages ask anyway. Each process remembers
 * those that ask it: with several processes, colleagues may miss one another. It is only a hint: conflicting
 * changes are refused without it.
 */
export function makeWhoIsHere(): (me: Pick<Session, 'person' | 'name'>, now: Date) => WhoIsHere {
  /** Open pages, in the order in which they last asked for news, the latest last. */
  const open = new Map<string, { leadId: string; person: string; name: string; at: number }>();
  return ({ person, name }, now) =>
    (leadId, people) => {
      const at = now.getTime();
      for (const [key, each] of open) {
        if (at - each.at <= GONE_AFTER) break;
        open.delete(key);
      }
      const mine = JSON.stringify([leadId, person]);
      open.delete(mine);
      open.set(mine, { leadId, person, name, at });
      const idOf = (id: string) => personWith(id, people)?.id ?? id;
      const others = [...open.values()].filter(
        (each) => each.leadId === leadId && idOf(each.person) !== idOf(person),
      );
      return others.map((each) => each.name);
    };
}

/** Names in a sentence: `Ada is here`; empty if there are none. */
export const hereText = (names: readonly string[]): string =>
  names.length === 0 ? '' : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} here`;
