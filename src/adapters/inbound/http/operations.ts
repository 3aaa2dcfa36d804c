import type { GetLeadStatus, SubmitLead } from '../../../application/ports/inbound/vendor.ts';
import type { StoreHealth } from '../../../application/ports/outbound/store.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { BODY_LIMIT, HttpError, UnknownLead, VALUES_LIMIT } from './http-error.ts';
import { CountedValues, readJson } from './json.ts';
import { readLead } from './lead-payload.ts';
import { BodyTaken, envelope, type HttpRequest, jsonDocument } from './message.ts';
import type { BaseUrls } from './openapi/base-urls.ts';
import type { HandleSource, Operation, OperationName } from './operation.ts';
import { namesOnly, onlyValue } from './sent-headers.ts';
import { KEY_LIMIT, STORE_LIMIT, within } from './within.ts';

export interface OperationPorts {
  readonly submitLead: SubmitLead;
  readonly getLeadStatus: GetLeadStatus;
  readonly storeHealth: StoreHealth;
  /** The servers in the API description. */
  readonly baseUrls?: BaseUrls | undefined;
  /** The version that `/healthz` reports: of the service, or of the program that contains it. */
  readonly version?: string | undefined;
  /** Receives leads from sources. Without it, the API takes leads in its own form only. */
  readonly handleSource?: HandleSource | undefined;
}

/** Makes the table of operations: runtimes register them, and the API description is generated from them. */
export function makeOperations(ports: OperationPorts): Operation[] {
  const { submitLead, getLeadStatus, storeHealth, baseUrls = {}, version, handleSource } = ports;
  const operations: Operation[] = [
    {
      name: 'createLead',
      method: 'POST',
      path: '/v1/lead',
      access: 'vendor',
      async handle(request, { vendor, keyId }, _params, learned) {
        learned.payload = await readJsonObject(request, vendor.id);
        const lead = readLead(learned.payload);
        const idempotencyKey = onlyValue(request, 'idempotency-key', 'invalid-idempotency-key');
        const submission = { lead, vendorId: vendor.id, keyId, idempotencyKey };
        const receipt = await within(STORE_LIMIT, submitLead(submission));
        const headers = receipt.replayed ? { 'idempotent-replayed': 'true' } : undefined;
        return { ...envelope(200, { leadId: receipt.leadId }, headers), receipt };
      },
    },
    {
      name: 'getLead',
      method: 'GET',
      path: '/v1/lead/{leadId}',
      access: 'vendor',
      async handle(_request, { vendor }, { leadId = '' }) {
        const status = await within(STORE_LIMIT, getLeadStatus({ leadId, vendorId: vendor.id }));
        if (!status) throw new UnknownLead(leadId);
        return envelope(200, { leadId: plainId(leadId), status });
      },
    },
    {
      name: 'health',
      method: 'GET',
      path: '/healthz',
      access: 'open',
      handle: async () => envelope(200, { status: 'ok', version }),
    },
    {
      name: 'readiness',
      method: 'GET',
      path: '/readyz',
      access: 'open',
      async handle() {
        if (await within(KEY_LIMIT, storeHealth())) return envelope(200, { status: 'ready' });
        throw new HttpError('unavailable');
      },
    },
    described('describe', '/v1/openapi.json', 'all'),
    described('describeForClients', '/v1/openapi-clients.json', 'generators'),
  ];
  if (handleSource)
    for (const method of ['POST', 'OPTIONS'])
      operations.push({
        name: 'fromSource',
        method,
        path: '/in/{source}',
        access: 'source',
        handle: (request, { source = '' }, learned) => handleSource(request, source, learned),
      });
  return operations;

  function described(name: OperationName, path: string, readBy: Audience): Operation {
    let description: string | undefined;
    return {
      name,
      method: 'GET',
      path,
      access: 'open',
      anyOrigin: true,
      async handle() {
        description ??= await describe(operations, baseUrls, readBy);
        return jsonDocument(description);
      },
    };
  }
}

/** Reads the JSON object in a request's body. Throws an HttpError. */
async function readJsonObject(request: HttpRequest, vendorId: string): Promise<object> {
  if (!namesOnly(request, 'content-encoding', 'identity')) throw new HttpError('content-encoding');
  if (!namesOnly(request, 'content-type', 'application/json')) throw new HttpError('media-type');

  const values = new CountedValues(VALUES_LIMIT);
  const bytes = await request.body(BODY_LIMIT, vendorId, values.objection);
  if (!ArrayBuffer.isView(bytes)) throw new BodyTaken(); // the runtime's body parser was first
  if (bytes.byteLength === 0) throw new HttpError('empty-body');
  const json = readJson(bytes, values);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new HttpError('not-an-object');
  return json;
}

/** The readers of a description. Generators of clients cannot handle webhooks. */
type Audience = 'all' | 'generators';

/** Makes the API description. Loaded on first use, so that cold starts do not pay for it. */
async function describe(
  operations: readonly Operation[],
  baseUrls: BaseUrls,
  readBy: Audience,
): Promise<string> {
  const { forClients, openApiDocument } = await import('./openapi/document.ts');
  const document = openApiDocument(operations, baseUrls);
  return JSON.stringify(readBy === 'all' ? document : forClients(document));
}
