import { idOnce } from '../../../application/new-id.ts';
import { base62 } from '../../../domain/base62.ts';
import type { DealType } from '../../../domain/deal-type.ts';
import { InvalidLead, type Problem } from '../../../domain/invalid-lead.ts';
import { Lead, type LeadDraft } from '../../../domain/lead.ts';
import { trappedSince } from '../../../domain/sources/held-lead.ts';
import {
  type NamedField,
  SECRET_HINT_LENGTH,
  SECRET_PREFIX,
  type Source,
  type SourceSecret,
} from '../../../domain/sources/source.ts';
import { kindRules, type Signer, type SourceKind } from '../../../domain/sources/source-kinds.ts';
import {
  draftOf,
  type ReadFrom,
  type Unreadable,
  unreadableIn,
} from '../../../domain/sources/source-lead.ts';
import { Refused } from '../../domain/refused.ts';
import { overlapEnd } from '../../domain/work/key-term.ts';
import { openSource, rotateSource } from '../../domain/work/open-source.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { requireVendor } from '../not-found.ts';
import type { Needs, SourceParts } from '../operator-ports.ts';
import type { By, Once } from '../ports/order.ts';

/** Opens a source of a vendor. Throws Refused (`made-before`) if this order was carried out before. */
export type AddSource = (order: SourceOrder) => Promise<FreshSource>;

/** The source to open. */
export interface SourceOrder extends Once {
  readonly kind: SourceKind;
  /** The vendor's id or exact name. */
  readonly vendor: string;
  readonly dealType?: DealType | undefined;
  /** The vendor's name on each of its leads. */
  readonly name?: string | undefined;
  /** The page after the form, the origins that may send it, and its trap's name: for kind `form` only. */
  readonly thanks?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly trap?: string | undefined;
  /** The sender's names of fields: for kinds `form` and `json`. */
  readonly fields?: Readonly<Record<string, NamedField>> | undefined;
  /** The sender that signs, and the key that it chose for that: for kind `json`. Without a key, one is made. */
  readonly signed?: Signer | undefined;
  readonly signingKey?: string | undefined;
  readonly by: By;
}

/** A source, and the URL to which its leads are sent. */
export interface PlacedSource {
  readonly source: Source;
  readonly url: string;
  /** How much its trap caught in the last week; absent if nothing, or if that was not asked. */
  readonly caught?: number | undefined;
}

/**
 * A source with its secret in plain text, which is returned this once. A form has none, and one that the sender chose
 * is not returned.
 */
export interface FreshSource extends PlacedSource {
  readonly secret: string | undefined;
}

/** Lists all sources, or a vendor's (by id or exact name), oldest first. */
export type ListSources = (query: {
  readonly vendor?: string | undefined;
}) => Promise<readonly PlacedSource[]>;

/**
 * Gives a source a new secret. `overlap`: milliseconds, up to ten years, for which the old one still works.
 * `signingKey`: the new one, where the sender chooses it.
 */
export type RotateSource = (order: {
  readonly sourceId: string;
  readonly overlap: number;
  readonly signingKey?: string | undefined;
  readonly by: By;
}) => Promise<FreshSource & { readonly oldExpires: Date }>;

/** Ends a source, which then takes no leads. Its held leads stay until a person has read them. */
export type RemoveSource = (order: { readonly sourceId: string; readonly by: By }) => Promise<Source>;

/** Reads a text as a source's endpoint would, and keeps nothing. */
export type TrySource = (order: {
  readonly sourceId: string;
  readonly text: string | Uint8Array;
}) => Promise<readonly TriedLead[]>;

/** The lead that a text would become, unless it could not be read or has problems. */
export interface TriedLead {
  readonly fields: LeadDraft;
  /** What was read from where. */
  readonly readFrom: readonly ReadFrom[];
  /** Whether the sender marks it as a test, which only a sandbox keeps. */
  readonly isTest: boolean;
  readonly unreadable: Unreadable | undefined;
  readonly problems: readonly Problem[];
}

type SourcePorts = AuditPorts & Needs<'vendors' | 'digest'> & SourceParts;

/** Bytes of a secret: enough to be safe, and short enough for the 50 characters that some senders' forms take. */
const SECRET_BYTES = 20;

const unknownSource = (): Refused => new Refused('unknown-source', 'No source has this id.');

export interface ManageSources {
  readonly addSource: AddSource;
  readonly listSources: ListSources;
  readonly rotateSource: RotateSource;
  readonly removeSource: RemoveSource;
  readonly trySource: TrySource;
}

export function makeManageSources(ports: SourcePorts): ManageSources {
  const { sources, urlOf, vendors, clock } = ports;
  const placed = (source: Source) => ({ source, url: urlOf(source.id) });

  return {
    async addSource({ vendor: idOrName, signingKey, by, once, ...order }) {
      const vendor = await requireVendor(vendors, idOrName);
      const { kind, name, dealType, thanks, origins = [], fields = {}, trap, signed } = order;
      const { isPublic } = kindRules[kind];
      const { text, secret } = mint(ports, { isSigned: signed !== undefined, signingKey });
      const source = openSource({
        kind,
        dealType,
        name: name?.trim(),
        thanks,
        origins,
        fields,
        tested: undefined,
        ...(trap !== undefined && { trap: trap.trim() }),
        ...(signed && { signed }),
        id: sourceId(ports, once),
        vendorId: vendor.id,
        vendorName: vendor.name,
        secrets: isPublic ? [] : [secret],
        created: secret.created,
      });
      return audited(ports, { by, action: 'source.add', on: source.id }, async () => {
        if ((await sources.addSource(source)) === 'taken')
          throw new Refused(
            'made-before',
            `This source was made before, as ${source.id}; its secret was in the answer to that alone. If that was lost, rotate it.`,
          );
        return { ...placed(source), secret: isPublic || signingKey ? undefined : text };
      });
    },

    async listSources({ vendor: idOrName }) {
      const vendor = idOrName === undefined ? undefined : await requireVendor(vendors, idOrName);
      const [all, counts] = await Promise.all([
        sources.sources(vendor?.id),
        sources.countHeld(trappedSince(clock())),
      ]);
      const caught = new Map(
        counts.filter(({ apart }) => apart === 'trapped').map(({ sourceId, count }) => [sourceId, count]),
      );
      return all.map((source) => ({ ...placed(source), caught: caught.get(source.id) }));
    },

    async rotateSource({ sourceId, overlap, signingKey, by }) {
      const { signed, secrets } = await requireSource(sources, sourceId); // a mistyped id must not enter the audit log
      if (signed && !signingKey && secrets.at(-1)?.hint === '')
        throw new Refused('invalid-source', 'Its sender chose the secret: say the new one as signing key.');
      const { text, secret } = mint(ports, { isSigned: signed !== undefined, signingKey });
      const oldExpires = overlapEnd(overlap, clock());
      return audited(ports, { by, action: 'source.rotate', on: sourceId }, async () => {
        const changed = await sources.changeSource(sourceId, (source) =>
          rotateSource(source, secret, oldExpires),
        );
        if (!changed) throw unknownSource();
        return { ...placed(changed), secret: signingKey ? undefined : text, oldExpires };
      });
    },

    async removeSource({ sourceId, by }) {
      const source = await requireSource(sources, sourceId);
      return audited(ports, { by, action: 'source.remove', on: sourceId }, async () => {
        await sources.removeSource(sourceId);
        return source;
      });
    },

    async trySource({ sourceId, text }) {
      const source = await requireSource(sources, sourceId);
      const leads = await ports.read(source, text);
      return leads.map((lead) => {
        const fields = draftOf(source, lead);
        const [{ isTest = false, readFrom = [] }, unreadable] = [lead, unreadableIn(lead)];
        return { fields, readFrom, isTest, unreadable, problems: unreadable ? [] : problemsOf(fields) };
      });
    },
  };
}

/**
 * Makes a source's id, of small letters and digits: it may be in a mail address, which programs write in any case.
 */
const sourceId = (ports: SourcePorts, once: string | undefined): string =>
  idOnce('src', once ?? base62(ports.randomBytes(16)), ports);

/** The source with this id. Throws Refused (`unknown-source`). */
export async function requireSource(sources: SourceParts['sources'], id: string): Promise<Source> {
  const source = (await sources.sources()).find((each) => each.id === id);
  if (!source) throw unknownSource();
  return source;
}

interface Signing {
  readonly isSigned: boolean;
  /** The secret that the sender chose; absent: one is made. */
  readonly signingKey: string | undefined;
}

/** Makes a secret: its plain text, and the record to store. Throws Refused if it cannot be kept for signatures. */
function mint(
  { randomBytes, digest, clock, signingKeys }: SourcePorts,
  { isSigned, signingKey }: Signing,
): { readonly text: string; readonly secret: SourceSecret } {
  if (signingKey !== undefined) requireSigningKey(signingKey, isSigned);
  const text = signingKey ?? SECRET_PREFIX + base62(randomBytes(SECRET_BYTES));
  const hint = signingKey ? '' : text.slice(0, SECRET_HINT_LENGTH);
  const secret = { digest: digest(text), hint, created: clock(), expires: undefined };
  if (!isSigned) return { text, secret };
  if (!signingKeys)
    throw new Refused(
      'invalid-source',
      'Signatures need the setting HOOK_KEY, the same on all servers: for example what `openssl rand -base64 32` prints.',
    );
  return { text, secret: { ...secret, sealed: signingKeys.seal(text) } };
}

function requireSigningKey(key: string, isSigned: boolean): void {
  if (!isSigned) throw new Refused('invalid-source', 'A signing key goes with the sender that signs.');
  if (!/^[!-~]{8,255}$/.test(key))
    throw new Refused(
      'invalid-source',
      'A signing key has 8 to 255 letters, digits and signs, without blanks.',
    );
}

function problemsOf(fields: LeadDraft): readonly Problem[] {
  try {
    Lead.parse(fields);
    return [];
  } catch (error) {
    if (error instanceof InvalidLead) return error.problems;
    throw error;
  }
}
