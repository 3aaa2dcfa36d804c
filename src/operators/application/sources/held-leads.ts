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
import type { By } from '../ports/order.ts';
import type { HeldCount, HeldPlace, HeldSummary } from '../ports/outbound/managed-sources.ts';
import { type HeldSought, heldWith, keysSought } from './held-of-customer.ts';

/**
 * Lists held leads, oldest first: all, or those in whose text an email or phone stands. What is held
 * apart is left out, unless that alone, an email or a phone is asked for.
 */
export type ListHeld = (
  query: HeldSought & {
    readonly sourceId?: string | undefined;
    /** Only newsletters and automatic answers, or only what traps caught in the last week. */
    readonly apart?: Apart | undefined;
    /** Only those after this one. */
    readonly after?: HeldPlace | undefined;
    readonly limit: number;
  },
) => Promise<{ readonly held: readonly HeldSummary[]; readonly more: boolean }>;

/** Counts held leads, and those that are gone soon; apart from them, what is held apart. */
export type CountHeld = () => Promise<{
  readonly all: number;
  readonly endSoon: number;
  readonly automatic: number;
  readonly trapped: number;
  /** The same as `all`, of each source that has some. */
  readonly ofSources: readonly { readonly sourceId: string; readonly count: number }[];
}>;

/** Counts held leads in whose text an email or phone stands; none without one. */
export type CountHeldWith = (sought: HeldSought) => Promise<{ readonly held: number }>;

/** Reads one held lead, and records who looks. Throws Refused (`unknown-held`). */
export type ShowHeld = (query: { readonly heldId: string; readonly by: By }) => Promise<HeldLead>;

/**
 * Makes a lead of a held one. `fields` replace those that were read; an empty one is left out. Throws Refused
 * (`unknown-held`; `invalid-lead`, with every problem).
 */
export type SendHeld = (order: {
  readonly heldId: string;
  readonly fields: LeadDraft;
  readonly by: By;
}) => Promise<{ readonly leadId: string; readonly held: HeldLead }>;

/** Removes a held lead, as it was no lead. */
export type DropHeld = (order: { readonly heldId: string; readonly by: By }) => Promise<HeldLead>;

type HeldPorts = AuditPorts & SourceParts;

const unknownHeld = (): Refused =>
  new Refused('unknown-held', 'Nothing that is held has this id: somebody may have read it already.');

export interface HeldUseCases {
  readonly listHeld: ListHeld;
  readonly countHeld: CountHeld;
  readonly countHeldWith: CountHeldWith;
  readonly showHeld: ShowHeld;
  readonly sendHeld: SendHeld;
  readonly dropHeld: DropHeld;
}

export function makeHeldUseCases(ports: HeldPorts): HeldUseCases {
  const { sources, submitLead, clock } = ports;

  async function requireHeld(id: string): Promise<HeldLead> {
    const held = await sources.heldLead(id);
    if (!held || heldUntil(held) < clock()) throw unknownHeld();
    return held;
  }

  return {
    async countHeld() {
      const now = clock();
      const [all, later, thisWeek] = await Promise.all([
        sources.countHeld(heldSince(now)),
        sources.countHeld(warnedSince(now)),
        sources.countHeld(trappedSince(now)),
      ]);
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
