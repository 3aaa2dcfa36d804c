import { makeHttpApi } from '../../src/adapters/inbound/http/http-api.ts';
import type { HttpRequest, HttpResponse } from '../../src/adapters/inbound/http/message.ts';
import { makeHandleSource } from '../../src/adapters/inbound/sources/source-endpoint.ts';
import { InMemoryCrm } from '../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { newLeadId, newRequestId, sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { SqliteSources } from '../../src/adapters/outbound/sqlite/sqlite-sources.ts';
import { tellNobody } from '../../src/application/ports/outbound/announce-lead.ts';
import type { ServedRequest } from '../../src/application/ports/outbound/journal.ts';
import type { TakeQuota } from '../../src/application/ports/outbound/quota.ts';
import type { SigningKeys } from '../../src/application/ports/outbound/sources.ts';
import { makeSourceIntake } from '../../src/application/receive-source.ts';
import { makeSubmitLead } from '../../src/application/submit-lead.ts';
import type { HeldLead } from '../../src/domain/sources/held-lead.ts';
import type { Source } from '../../src/domain/sources/source.ts';
import { kindRules, type SourceKind, sourceKinds } from '../../src/domain/sources/source-kinds.ts';
import { SqliteManagedSources } from '../../src/operators/adapters/outbound/sqlite/sources/sqlite-managed-sources.ts';
import { inMemory } from './sqlite-file.ts';

export const SECRET = 'SECRET';

export const someSource = (kind: SourceKind, more: Partial<Source> = {}): Source => ({
  id: `src_${kind}`,
  kind,
  vendorId: 'ven_1',
  vendorName: 'Riverside Partners',
  dealType: undefined,
  name: undefined,
  thanks: undefined,
  origins: [],
  fields: {},
  secrets: kindRules[kind].isPublic
    ? []
    : [{ digest: sha256(SECRET), hint: 'SECR', created: new Date(0), expires: undefined }],
  created: new Date(0),
  tested: undefined,
  ...more,
});

export interface SentToSource {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly method?: string;
}

/** Secrets that are sealed by their order of signs. */
const backwards = (text: string): string => [...text].reverse().join('');
export const signingKeys: SigningKeys = {
  seal: backwards,
  open: (sealed) => (sealed.startsWith('lost') ? undefined : backwards(sealed)),
};

interface ServiceOptions {
  readonly sources?: readonly Source[];
  readonly keepsTests?: boolean;
  readonly takeQuota?: TakeQuota;
  readonly now?: () => Date;
}

/** The service as HTTP in memory, with one source of each kind. */
export async function sourceService({
  sources: given = sourceKinds.map((kind) => someSource(kind)),
  keepsTests = false,
  takeQuota,
  now = () => new Date(),
}: ServiceOptions = {}) {
  const [crm, file] = [new InMemoryCrm(), inMemory()];
  const [sources, managed] = [new SqliteSources(file), new SqliteManagedSources(file)];
  for (const source of given) await managed.addSource(source);
  const served: ServedRequest[] = [];
  const faults: unknown[] = [];
  const announced: HeldLead[] = [];
  const submitLead = makeSubmitLead({
    ...{ crm, newLeadId, clock: now, digest: sha256 },
    announce: tellNobody,
  });
  const useCases = makeSourceIntake({
    ...{ sources, submitLead, crm, digest: sha256, clock: now, keepsTests, keepsAsItCame: true, signingKeys },
    announceHeld: async (one) => void announced.push(one),
  });
  const api = makeHttpApi({
    submitLead,
    getLeadStatus: async () => undefined,
    authenticate: async () => undefined,
    storeHealth: async () => true,
    journal: {
      served: (request) => served.push(request),
      fault: (error) => faults.push(error),
      warn() {},
    },
    newRequestId,
    handleSource: makeHandleSource({ ...useCases, takeQuota }),
  });

  const post = (
    id: string,
    { headers = {}, query = {}, body, method = 'POST' }: SentToSource,
  ): Promise<HttpResponse> => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const request: HttpRequest = {
      method,
      path: `/in/${id}`,
      header: (name) => headers[name],
      query: (name) => query[name],
      body: async () => bytes,
    };
    return api.handle(request);
  };
  const allHeld = () => managed.held({ since: new Date(0), limit: 10_000 });
  return {
    post,
    crm,
    sources: managed,
    hold: (one: HeldLead) => sources.hold(one),
    allHeld,
    announced,
    served,
    faults,
  };
}
