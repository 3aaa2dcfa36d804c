/** `partner-lead-service/http`: the service as plain HTTP requests and responses, for a runtime of your own. */

import { type HttpApi, makeHttpApi } from '../adapters/inbound/http/http-api.ts';
import type { BaseUrls } from '../adapters/inbound/http/openapi/document.ts';
import { newLeadId } from '../adapters/outbound/runtime/runtime.ts';
import type { Journal, StoreHealth, TakeQuota } from '../application/ports/outbound.ts';
import type { LeadService } from './lead-service.ts';

export { errorResponse } from '../adapters/inbound/http/error-response.ts';
export type { HttpApi } from '../adapters/inbound/http/http-api.ts';
export { readLead } from '../adapters/inbound/http/lead-payload.ts';
export type { HttpRequest, HttpResponse } from '../adapters/inbound/http/message.ts';
export { Refusal, type RefusalReason } from '../adapters/inbound/http/refusal.ts';
export { findRoute, type Route, type RouteMatch } from '../adapters/inbound/http/routes.ts';

export interface HttpOptions {
  /** By default nothing is logged. */
  readonly journal?: Journal;
  /** Decides what `/readyz` answers. By default the store counts as reachable. */
  readonly storeHealth?: StoreHealth;
  readonly newRequestId?: () => string;
  /** By default there is no rate limit. */
  readonly takeQuota?: TakeQuota;
  /** While this returns true, every request except `/healthz` gets a 503. */
  readonly isDraining?: () => boolean;
  /** Listed as servers in the API description. */
  readonly baseUrls?: BaseUrls;
}

export function createHttpApi(
  service: LeadService,
  {
    journal = silence,
    storeHealth = reachable,
    newRequestId = newLeadId,
    isDraining = no,
    takeQuota,
    baseUrls,
  }: HttpOptions = {},
): HttpApi {
  return makeHttpApi({ ...service, journal, storeHealth, newRequestId, isDraining, takeQuota, baseUrls });
}

const silence: Journal = { served() {}, fault() {}, warn() {} };
const reachable: StoreHealth = async () => true;
const no = () => false;
