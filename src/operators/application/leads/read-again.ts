import { hasCustomer } from '../../../domain/contact.ts';
import { type Deal, NEEDS_TYPE, openDeal } from '../../../domain/deal.ts';
import { InvalidLead, type LeadField, leadFields } from '../../../domain/invalid-lead.ts';
import { Lead } from '../../../domain/lead.ts';
import { keptSince } from '../../../domain/sources/as-it-came.ts';
import type { Source } from '../../../domain/sources/source.ts';
import { draftOf, type SourceLead, unreadableIn } from '../../../domain/sources/source-lead.ts';
import { MAX_ACTIVITY_TEXT } from '../../domain/work/activity.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import { audited } from '../audited.ts';
import type { SourceParts } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { CameWithLead } from '../ports/outbound/managed-sources.ts';
import { requireSource } from '../sources/manage-sources.ts';
import type { ChangeLeadPorts } from './change-leads.ts';
import { makeNoteLead } from './note-lead.ts';

/** Texts that are read from the store at once. */
const PAGE = 20;

/** The first line of a note on what this version reads otherwise. A lead gets each such note once. */
const HEAD = 'Read again, as it came:';

/**
 * Reads again, as it came, what leads were made of, and says what this version reads otherwise than what is kept as
 * sent. Changes nothing; with `note`, each such lead gets a note that says so, once. Recorded. Throws Refused
 * (`unknown-source`).
 */
export type ReadAgain = (order: {
  readonly sourceId: string;
  /** Only what came at this time or later; absent: all that is kept. */
  readonly since?: Date | undefined;
  readonly note?: boolean | undefined;
  readonly by: By;
  /** Called with how many were read. */
  readonly progress?: ((looked: number) => void) | undefined;
}) => Promise<{ readonly looked: number; readonly otherwise: readonly ReadOtherwise[] }>;

/** A lead that this version reads otherwise. */
export interface ReadOtherwise {
  readonly leadId: string;
  readonly differences: readonly Difference[];
  /** Whether the lead has the note on it. */
  readonly noted: boolean;
}

/** A field that is read otherwise than it is kept as sent; of the notes, the lines that are new. */
export interface Difference {
  readonly field: LeadField;
  readonly was: string | undefined;
  readonly reads: string | undefined;
}

export const makeReadAgain =
  (ports: ChangeLeadPorts & SourceParts): ReadAgain =>
  async ({ sourceId, since, note = false, by, progress = () => {} }) => {
    const source = await requireSource(ports.sources, sourceId);
    const noteLead = makeNoteLead(ports);
    return audited(ports, { by, action: 'source.read-again', on: source.id }, async () => {
      const otherwise: ReadOtherwise[] = [];
      let looked = 0;
      for await (const came of cameFrom(ports, source.id, since)) {
        looked += 1;
        progress(looked);
        const deal = (await ports.leads.lead(came.id))?.deal;
        if (!deal || !hasCustomer(deal)) continue;
        const differences = leastOf(await readingsOf(source, came, ports), deal);
        if (!differences || differences.length === 0) continue;
        const text = noteOn(differences);
        const noted = deal.activities.some((activity) => activity.text === text);
        if (note && !noted) await noteLead({ leadId: deal.id, kind: 'note', text, leave: true, by });
        otherwise.push({ leadId: deal.id, differences, noted: note || noted });
      }
      return { looked, otherwise };
    });
  };

async function* cameFrom(
  { sources, clock, keepDays }: ChangeLeadPorts & SourceParts,
  sourceId: string,
  asked: Date | undefined,
): AsyncGenerator<CameWithLead> {
  const kept = keptSince(clock(), keepDays);
  const since = asked && asked > kept ? asked : kept;
  for (let after: CameWithLead | undefined; ; ) {
    const page = await sources.allAsItCame({ sourceId, since, after, limit: PAGE });
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

/** What this version reads in a text: the leads in it, each as it would be kept. */
async function readingsOf(
  source: Source,
  came: CameWithLead,
  { read }: SourceParts,
): Promise<readonly Deal[]> {
  const leads: readonly SourceLead[] = await read(source, came.text);
  return leads.flatMap((lead) => {
    if (unreadableIn(lead)) return [];
    try {
      const known = { id: '', contactId: '', vendorId: '', receivedAt: came.at, idempotency: undefined };
      return [openDeal(Lead.parse(draftOf(source, lead)), known)];
    } catch (error) {
      if (error instanceof InvalidLead) return [];
      throw error;
    }
  });
}

/** The differences of the reading that differs least: a mail may have other leads. `undefined` without a reading. */
const leastOf = (readings: readonly Deal[], kept: WorkedDeal): readonly Difference[] | undefined =>
  readings.map((reading) => differencesOf(kept, reading)).sort((a, b) => a.length - b.length)[0];

function differencesOf(kept: WorkedDeal, reading: Deal): readonly Difference[] {
  const [before, after] = [textsOf(kept), textsOf(reading)];
  return leadFields.flatMap((field): Difference[] => {
    const [was, reads] = [before[field], after[field]];
    if (was === reads) return [];
    if (field !== 'notes') return [{ field, was, reads }];
    const known = new Set(was?.split('\n'));
    const fresh = (reads?.split('\n') ?? []).filter((line) => !known.has(line)).join('\n');
    return fresh ? [{ field, was: undefined, reads: fresh }] : [];
  });
}

/** What a deal keeps of each field of a lead. The vendor's name and the ZIP are no part of it. */
const textsOf = ({
  customer,
  vehicle,
  dealType,
  notes,
  externalId,
}: Deal): Readonly<Record<LeadField, string | undefined>> => ({
  firstName: customer?.firstName,
  lastName: customer?.lastName,
  email: customer?.email?.identity,
  phone: customer?.phone?.identity,
  dealType,
  vehicleYear: vehicle.year,
  vehicleMake: vehicle.make,
  vehicleModel: vehicle.model,
  vehicleMiles: vehicle.miles,
  externalLeadId: externalId,
  externalId: undefined,
  vendorName: undefined,
  zip: undefined,
  notes: notes.startsWith(NEEDS_TYPE) ? notes.slice(NEEDS_TYPE.length) : notes,
});

const noteOn = (differences: readonly Difference[]): string =>
  [HEAD, ...differences.map(differenceWords)].join('\n').slice(0, MAX_ACTIVITY_TEXT).toWellFormed().trim();

/** A difference in words, such as `phone: 6045550123 (was: none)`. */
export const differenceWords = ({ field, was, reads }: Difference): string =>
  `${field.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)}: ${reads ?? 'none'}${
    field === 'notes' ? '' : ` (was: ${was ?? 'none'})`
  }`;
