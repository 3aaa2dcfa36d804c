import { plainId } from '../../../domain/plain-id.ts';
import { isTokenId } from '../../domain/work/access-token.ts';
import { isPersonId, writings } from '../../domain/work/person-name.ts';
import { authorOf, idOfAuthor, knownPeople } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { AuditBy, AuditPlace, RecordedEntry } from '../ports/outbound/audit-log.ts';

type ReadAuditPorts = Needs<'people' | 'digest' | 'audit'>;

/** Reads the audit log, the newest entry first. */
export type ReadAudit = (
  query: AuditFilter & {
    /** The author: a person's name or id, or the id of a program's token. */
    readonly person?: string | undefined;
  },
) => Promise<readonly RecordedEntry[]>;

export const makeReadAudit =
  (ports: ReadAuditPorts): ReadAudit =>
  async ({ person, on, ...query }) => {
    const by = person === undefined ? undefined : await whoActed(person, ports);
    return ports.audit.entries({ ...query, on: on && plainId(on), by });
  };

/** The entries by a person's ids, or under a bare name. Throws PersonNotMeant if there are neither. */
export async function whoActed(given: string, ports: Needs<'people' | 'digest' | 'audit'>): Promise<AuditBy> {
  if (isTokenId(given)) return { ids: [given] };
  const known = await knownPeople(ports);
  if (isPersonId(given)) return { ids: known.idsOf(known.meant(given).id) };
  const name = given.trim();
  const author = inName(name, ports);
  if (known.called(name).length > 0)
    return { ...author, ids: [...author.ids, ...known.idsOf(known.meant(name).id)] };
  const [entry] = await ports.audit.entries({ by: author, limit: 1 });
  if (entry) return author;
  throw known.unknown(given);
}

/** Selects entries of authors known by this name alone, however its letters are composed. */
const inName = (name: string, { digest }: Pick<ReadAuditPorts, 'digest'>) => ({
  ids: writings(name).map((each) => idOfAuthor(digest, each)),
  names: writings(name),
});

/** Reads the entries of the caller's own actions, the newest first. */
export type ReadOwnAudit = (query: AuditFilter & { readonly by: By }) => Promise<readonly RecordedEntry[]>;

/** Conditions on entries: an entry meets all that are given. */
export interface AuditFilter {
  /** Only actions begun at this time or later. */
  readonly since?: Date | undefined;
  /** Only actions begun before this time. */
  readonly until?: Date | undefined;
  /** Only entries after this place, which is the last entry of the page before. */
  readonly after?: AuditPlace | undefined;
  /** The id of the vendor, key, lead or other thing that was acted on. */
  readonly on?: string | undefined;
  /** 1 or more; absent: all. */
  readonly limit?: number | undefined;
}

export const makeReadOwnAudit =
  (ports: ReadAuditPorts): ReadOwnAudit =>
  async ({ by, ...query }) =>
    ports.audit.entries({ ...query, by: await ownActs(by, ports) });

/** Selects entries of who asks. */
export async function ownActs(by: By, ports: Needs<'people'>): Promise<AuditBy> {
  const { by: name, byId } = authorOf(by);
  return byId === undefined
    ? { ids: [], names: writings(name) }
    : { ids: (await knownPeople(ports)).idsOf(byId) };
}
