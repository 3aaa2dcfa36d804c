import { IdempotencyKeyReused } from '../../../application/ports/inbound/vendor.ts';
import { type Customer, type IdentityKey, identityKeys } from '../../../domain/contact.ts';
import { type HeldLead, heldSince, warnedSince } from '../../../domain/held-lead.ts';
import { InvalidLead, type Problem } from '../../../domain/invalid-lead.ts';
import { Lead, type LeadDraft } from '../../../domain/lead.ts';
import { Refused } from '../../domain/refused.ts';
import { type AuditPorts, audited, looked } from '../audited.ts';
import type { Needs, SourceParts } from '../operator-ports.ts';
import type { SourceUseCases } from '../ports/inbound/source-use-cases.ts';
import type { ContactRecord } from '../ports/records.ts';

type HeldPorts = AuditPorts & SourceParts;

const unknownHeld = (): Refused =>
  new Refused('unknown-held', 'Nothing that is held has this id: somebody may have read it already.');

type Reading = Pick<SourceUseCases, 'countHeld' | 'listHeld' | 'showHeld' | 'sendHeld' | 'dropHeld'>;

export function makeHeldUseCases(ports: HeldPorts): Reading {
  const { sources, submitLead, clock } = ports;

  async function requireHeld(id: string): Promise<HeldLead> {
    const held = await sources.heldLead(id);
    if (!held || held.at < heldSince(clock())) throw unknownHeld();
    return held;
  }

  return {
    async countHeld() {
      const [all, later] = await Promise.all(
        [heldSince(clock()), warnedSince(clock())].map((since) => sources.countHeld(since)),
      );
      return { all: all ?? 0, endSoon: (all ?? 0) - (later ?? 0) };
    },

    listHeld: ({ limit }) => sources.held({ since: heldSince(clock()), limit }),

    async showHeld({ heldId, by }) {
      const held = await requireHeld(heldId);
      await looked(ports, { by, action: 'held.show', on: held.id });
      return held;
    },

    /**
     * Makes a lead of a held one. Keeps the lead first: if the held one then stays, a second order finds the lead.
     */
    async sendHeld({ heldId, fields, by }) {
      const held = await requireHeld(heldId);
      const lead = leadOf(withoutBlanks({ ...held.fields, ...fields }));
      return audited(ports, { by, action: 'held.send', on: held.id }, async () => {
        const { sourceId, vendorId, key } = held;
        const submission = { lead, vendorId, keyId: sourceId, idempotencyKey: key };
        const { leadId } = await submitLead(submission).catch((error) => {
          throw error instanceof IdempotencyKeyReused ? madeBefore() : error;
        });
        await sources.release(held.id);
        return { leadId, held };
      });
    },

    async dropHeld({ heldId, by }) {
      const held = await requireHeld(heldId);
      return audited(ports, { by, action: 'held.drop', on: held.id }, async () => {
        await sources.release(held.id);
        return held;
      });
    },
  };
}

/** The fields without those that somebody emptied. */
const withoutBlanks = (draft: LeadDraft): LeadDraft =>
  Object.fromEntries(
    Object.entries(draft).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  );

const madeBefore = (): Refused =>
  new Refused('made-before', 'A lead was made of it before, with other words: look for that, and drop this.');

function leadOf(draft: LeadDraft): Lead {
  try {
    return Lead.parse(draft);
  } catch (error) {
    if (!(error instanceof InvalidLead)) throw error;
    throw new Refused('invalid-lead', `It is no lead yet: ${error.problems.map(problemWords).join('; ')}.`);
  }
}

export const reasonWords = {
  missing: 'is missing',
  'contact-missing': 'or phone is missing',
  'not-text': 'is no text',
  'invalid-email': 'is no email address',
  'invalid-phone': 'does not have 10 digits, or 11 that start with 1',
  'not-a-deal-type': 'is none',
  'too-long': 'is too long',
} as const satisfies Record<Problem['reason'], string>;

/** A problem in words, such as `deal type is missing`. */
export const problemWords = ({ field, reason }: Problem): string =>
  `${field.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)} ${reasonWords[reason]}`;

/** Removes held leads of customers who are erased. */
export async function forgetHeld(
  { sourceParts }: Needs<'sourceParts'>,
  customers: readonly (Pick<Customer, 'email' | 'phone'> | undefined)[],
  keys: readonly IdentityKey[] = [],
): Promise<void> {
  const all = new Set([
    ...keys,
    ...customers.flatMap((customer) => (customer ? identityKeys(customer) : [])),
  ]);
  if (all.size > 0) await sourceParts?.sources.forgetHeld([...all]);
}

/** The keys by which a contact is found, and those of its email and phone. */
export const keysOfContact = ({ contact }: ContactRecord): readonly IdentityKey[] =>
  contact ? [...contact.keys, ...identityKeys(contact)] : [];
