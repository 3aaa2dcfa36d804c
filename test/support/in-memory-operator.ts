import { readSent } from '../../src/adapters/inbound/sources/kinds.ts';
import { newLeadId, randomBytes, sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { tellNobody } from '../../src/application/ports/outbound/announce-lead.ts';
import { makeSubmitLead } from '../../src/application/submit-lead.ts';
import type { LeadDraft } from '../../src/domain/lead.ts';
import { aesSeal } from '../../src/operators/adapters/outbound/sealing/aes-seal.ts';
import { makeOperatorUseCases } from '../../src/operators/application/operator.ts';
import { AnswerGoal } from '../../src/operators/domain/work/answer-goal.ts';
import { parseLostReasons } from '../../src/operators/domain/work/lost-reason.ts';
import { dealOf, leadOf } from '../../suites/samples.ts';
import { addLead } from './added-leads.ts';
import { signingKeys } from './sources.ts';
import { inMemory, type StoreOfDesk, storeInFile } from './sqlite-file.ts';
import { zoneOf } from './time-zone.ts';

export const minutes = (n: number): number => n * 60_000;
export const days = (n: number): number => minutes(n * 24 * 60);

interface Submitted {
  readonly vendorId?: string;
  readonly keyId?: string;
  readonly draft?: LeadDraft;
}

/** The operator's use cases on a store in memory, or another, at a time that the test sets. */
export function inMemoryOperator(
  timeZone = zoneOf('UTC'),
  {
    answerGoal = new AnswerGoal(minutes(60)),
    store = storeInFile(inMemory()),
  }: { readonly answerGoal?: AnswerGoal | undefined; readonly store?: StoreOfDesk | undefined } = {},
) {
  const time = { now: Date.UTC(2026, 5, 1) };
  const clock = () => new Date(time.now);
  const {
    file,
    crm,
    vendors,
    audit,
    backOffice,
    hooks,
    deliveries,
    leases,
    ticketsAt,
    managedSources,
    ...others
  } = store;
  const tickets = ticketsAt(clock);
  const webhooks = {
    hooks,
    deliveries,
    checkUrl: async (url: string) => url,
    secretOf: (hookId: string, generation: number) => `whsec_${hookId}.${generation}`,
  };
  const keyKind = 'test' as const;
  const ports = {
    vendors,
    ...backOffice,
    ...others,
    audit,
    timeZone,
    lostReasons: parseLostReasons('price=Too expensive,!spam=Spam'),
    answerGoal,
    webhooks,
    clock,
    randomBytes,
    digest: sha256,
    keyKind,
    seal: aesSeal,
    sourceParts: {
      signingKeys,
      sources: managedSources,
      submitLead: makeSubmitLead({ crm, newLeadId, clock, digest: sha256, announce: tellNobody }),
      read: readSent,
      keepDays: 90,
      urlOf: (id: string) => `https://leads.example.com/in/${id}`,
    },
  };
  const operator = makeOperatorUseCases(ports);

  async function submit(id: string, given: Submitted = {}): Promise<void> {
    const draft = { firstName: 'Ada', email: 'ada@example.com', ...given.draft };
    const { vendorId = 'ven_1', keyId } = given;
    const deal = dealOf(draft, { id, vendorId, keyId, receivedAt: clock() });
    await addLead(crm, deal, { customer: leadOf(draft).customer });
  }

  /** People are known before leads are theirs. Resolves to the id of the first. */
  async function addPeople(...names: readonly [string, ...string[]]): Promise<string> {
    const [first = ''] = await Promise.all(
      names.map(async (name) => (await operator.addPerson({ name, by: 'test' })).id),
    );
    return first;
  }

  return { time, clock, file, crm, leases, tickets, vendors, audit, operator, ports, submit, addPeople };
}
