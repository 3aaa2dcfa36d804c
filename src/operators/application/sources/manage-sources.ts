import { idOnce } from '../../../application/new-id.ts';
import { base62 } from '../../../domain/base62.ts';
import { InvalidLead, type Problem } from '../../../domain/invalid-lead.ts';
import { Lead, type LeadDraft } from '../../../domain/lead.ts';
import { trappedSince } from '../../../domain/sources/held-lead.ts';
import {
  SECRET_HINT_LENGTH,
  SECRET_PREFIX,
  type Source,
  type SourceSecret,
} from '../../../domain/sources/source.ts';
import { kindRules } from '../../../domain/sources/source-kinds.ts';
import { draftOf, unreadableIn } from '../../../domain/sources/source-lead.ts';
import { Refused } from '../../domain/refused.ts';
import { overlapEnd } from '../../domain/work/key-term.ts';
import { openSource, rotateSource } from '../../domain/work/open-source.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { requireVendor } from '../not-found.ts';
import type { Needs, SourceParts } from '../operator-ports.ts';
import type { SourceUseCases } from '../ports/inbound/source-use-cases.ts';

type SourcePorts = AuditPorts & Needs<'vendors' | 'digest'> & SourceParts;

/** Bytes of a secret: enough to be safe, and short enough for the 50 characters that some senders' forms take. */
const SECRET_BYTES = 20;

const unknownSource = (): Refused => new Refused('unknown-source', 'No source has this id.');

type Managing = Pick<
  SourceUseCases,
  'addSource' | 'listSources' | 'rotateSource' | 'removeSource' | 'trySource'
>;

export function makeManageSources(ports: SourcePorts): Managing {
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
