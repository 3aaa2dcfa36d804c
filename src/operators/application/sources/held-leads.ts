import { IdempotencyKeyReused } from '../../../application/ports/inbound/vendor.ts';
import { InvalidLead, type Problem } from '../../../domain/invalid-lead.ts';
import { Lead, type LeadDraft } from '../../../domain/lead.ts';
import { asItCame } from '../../../domain/sources/as-it-came.ts';
import {
  type HeldLead,
  heldSince,
  heldUntil,
  trappedSince,
  warnedSince,
} from '../../../domain/sources/held-lead.ts';
import type { Apart } from '../../../domain/sources/source-lead.ts';
import { Refused } from '../../domain/refused.ts';
import { type AuditPorts, audited, looked } from '../audited.ts';
import type { SourceParts } from '../operator-ports.ts';
import type { SourceUseCases } from '../ports/inbound/source-use-cases.ts';
import type { HeldCount } from '../ports/outbound/managed-sources.ts';
import { heldWith, keysSought } from './held-of-customer.ts';

type HeldPorts = AuditPorts & SourceParts;

const unknownHeld = (): Refused =>
  new Refused('unknown-held', 'Nothing that is held has this id: somebody may have read it already.');

type Reading = Pick<
  SourceUseCases,
  'countHeld' | 'countHeldWith' | 'listHeld' | 'showHeld' | 'sendHeld' | 'dropHeld'
>;

export function makeHeldUseCases(ports: HeldPorts): Reading {
  const { sources, submitLead, clock } = ports;

  async function requireHeld(id: string): Promise<HeldLead> {
    const held = await sources.heldLead(id);
    if (!held || heldUntil(held) < clock()) throw unknownHeld();
    return held;
  }

  return {
    async countHeld() {
      const now = clock();
      const times = [heldSince(now), warnedSince(now), trappedSince(now)];
      const [all = [], later = [], thisWeek = []] = await Promise.all(
        times.map((since) => sources.countHeld(since)),
      );
      const sumOf = (counts: readonly HeldCount[], apart: Apart | false) =>
        counts.reduce((sum, each) => sum + (each.apart === apart ? each.count : 0), 0);
      return {
        all: sumOf(all, false),
        endSoon: sumOf(all, false) - sumOf(later, false),
        automatic: sumOf(all, 'automatic'),
        trapped: sumOf(thisWeek, 'trapped'),
        ofSources: all.filter(({ apart }) => !apart).map(({ sourceId, count }) => ({ sourceId, count })),
      };
    },

    async listHeld({ limit, sourceId, apart: asked, after, ...sought }) {
      const identities = keysSought(sought);
      const apart = asked ?? (identities ? undefined : (false as const)); // who seeks a customer seeks everywhere
      const since = apart === 'trapped' ? trappedSince(clock()) : heldSince(clock());
      const query = { since, sourceId, apart, after, identities, limit: limit + 1 };
      const found = await sources.held(query);
      return { held: found.slice(0, limit), more: found.length > limit };
    },

    countHeldWith: async (sought) => ({
      held: (await heldWith({ sourceParts: ports, clock }, keysSought(sought) ?? [])).length,
    }),

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
        const came =
          ports.keepDays > 0
            ? asItCame({ id: sourceId }, { ...held, text: held.readable ?? held.text })
            : undefined;
        const submission = { lead, vendorId, keyId: sourceId, idempotencyKey: key, asItCame: came };
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

/** What is wrong with a field, in words that follow its name. */
export const problemReasons = {
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
  `${field.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)} ${problemReasons[reason]}`;
