import { InvalidLead, type Problem } from '../domain/invalid-lead.ts';
import { Lead } from '../domain/lead.ts';
import { type AsItCame, asItCame } from '../domain/sources/as-it-came.ts';
import { apartOf, beginningOf, type HeldWhy, holdLead } from '../domain/sources/held-lead.ts';
import { hasSecret, type Source, workingSecrets } from '../domain/sources/source.ts';
import { draftOf, keyOf, unreadableIn } from '../domain/sources/source-lead.ts';
import type {
  FromSource,
  HeldReceipt,
  IsSigned,
  ReceiveFromSource,
  SourceIntake,
} from './ports/inbound/source.ts';
import { IdempotencyKeyReused, type Receipt, type SubmitLead } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import type { Clock, Digest } from './ports/outbound/runtime.ts';
import type { AnnounceHeld, SigningKeys, Sources } from './ports/outbound/sources.ts';
import { StoreUnavailable } from './ports/outbound/store.ts';

export interface SourcePorts {
  readonly sources: Sources;
  readonly announceHeld: AnnounceHeld;
  readonly submitLead: SubmitLead;
  readonly crm: Pick<Crm, 'earlierDeal'>;
  readonly digest: Digest;
  readonly clock: Clock;
  /** Whether to keep what was sent beside each lead. */
  readonly keepsAsItCame: boolean;
  /** Absent if this process can read no secret of a signed source. */
  readonly signingKeys?: SigningKeys | undefined;
  /** Whether to keep a sender's test as a lead, as the sandbox does. */
  readonly keepsTests: boolean;
}

/** Makes the driving ports for sources: they submit a lead with `submitLead`, or hold it for a person to read. */
export function makeSourceIntake(ports: SourcePorts): SourceIntake {
  const { sources, digest, clock } = ports;
  return {
    findSource: (id) => sources.source(id),
    knowsSecret: (source, secret) => hasSecret(source, digest(secret), clock()),
    isSigned: makeIsSigned(ports),
    receive: makeReceiveFromSource(ports),
    async testCame({ id }) {
      await sources.markTested(id, clock());
      return ports.keepsTests;
    },
  };
}

const makeIsSigned =
  ({ signingKeys, clock }: Pick<SourcePorts, 'signingKeys' | 'clock'>): IsSigned =>
  (source, fits) => {
    const secrets = workingSecrets(source, clock()).flatMap(
      ({ sealed }) => (sealed && signingKeys?.open(sealed)) ?? [],
    );
    if (secrets.length === 0)
      throw new StoreUnavailable(
        `the signatures of the source ${source.id} cannot be checked: HOOK_KEY is not the one with which it was opened`,
      );
    return secrets.some((secret) => fits(secret, clock()));
  };

const MONTH_MS = 30 * 86_400_000;

export function makeReceiveFromSource(
  ports: Omit<SourcePorts, 'keepsTests' | 'signingKeys'>,
): ReceiveFromSource {
  const { submitLead, crm, digest, clock } = ports;

  return async (sent) => {
    const { source, lead: read } = sent;
    const key = keyOf(source, read, { digest, now: clock() });
    const unreadable = unreadableIn(read);
    if (unreadable) return heldUnlessKept(sent, key, unreadable);
    const lead = judged(() => Lead.parse(draftOf(source, read)));
    if (lead instanceof InvalidLead) return heldUnlessKept(sent, key, 'invalid-lead', lead.problems);
    const submit = (idempotencyKey: string) =>
      submitLead({
        lead,
        vendorId: source.vendorId,
        keyId: source.id,
        idempotencyKey,
        asItCame: ports.keepsAsItCame ? cameWith(sent) : undefined,
      });
    try {
      return await submit(key);
    } catch (error) {
      if (!(error instanceof IdempotencyKeyReused)) throw error;
      const itsOwn = `${source.id}:${digest(`${key} ${lead.content}`)}`;
      return (await isOfLongAgo(source, key)) ? submit(itsOwn) : hold(sent, itsOwn, 'sent-again');
    }
  };

  /** Whether the lead with this key came so long ago that another text with it is no correction: a template's id. */
  async function isOfLongAgo({ vendorId }: Source, key: string): Promise<boolean> {
    const { receivedAt } = (await crm.earlierDeal(vendorId, key)) ?? {};
    return receivedAt instanceof Date && clock().getTime() - receivedAt.getTime() >= MONTH_MS;
  }

  /** What was sent, as people read it. Of several leads, each gets its own part: others' customers may be erased. */
  function cameWith({ source, lead, text, declared, isOneOfSeveral }: FromSource): AsItCame {
    const own = isOneOfSeveral ? lead.document : (lead.readable ?? text);
    return asItCame(source, { text: own, at: clock(), declared });
  }

  /** Holds a lead for a person. If it was sent before and a person made a lead from it, returns that lead. */
  async function heldUnlessKept(
    sent: FromSource,
    key: string,
    why: HeldWhy,
    problems?: readonly Problem[],
  ): Promise<Receipt | HeldReceipt> {
    const earlier = await crm.earlierDeal(sent.source.vendorId, key);
    return earlier ? { leadId: earlier.id, replayed: true } : hold(sent, key, why, problems);
  }

  async function hold(
    { source, lead, text, declared }: FromSource,
    key: string,
    why: HeldWhy,
    problems: readonly Problem[] = [],
  ): Promise<HeldReceipt> {
    const id = `held_${digest(key).slice(0, 20)}`;
    const held = holdLead(source, lead, { id, key, at: clock(), text, declared, why, problems });
    let outcome = await ports.sources.hold(held);
    if (outcome === 'full') outcome = await ports.sources.hold(beginningOf(held));
    if (outcome === 'full')
      throw new StoreUnavailable(
        `the source ${source.id} has as much to read as is held of one: see leads held list`,
      );
    if (!apartOf(held)) await ports.announceHeld(held); // even if held before: that announcement may have failed
    return { heldId: id, why, problems };
  }
}

function judged(parse: () => Lead): Lead | InvalidLead {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidLead) return error;
    throw error;
  }
}
