/** `partner-lead-service/http`: the service as plain HTTP requests and responses, for a runtime of your own. */

import { type HttpApi, makeHttpApi } from '../adapters/inbound/http/http-api.ts';
import { type BaseUrls, baseUrlRule, isBaseUrl } from '../adapters/inbound/http/openapi/base-urls.ts';
import { vendorQuota as quotaOf } from '../adapters/outbound/rate-limit/vendor-quota.ts';
import { newRequestId as randomRequestId } from '../adapters/outbound/runtime/runtime.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { StoreHealth } from '../application/ports/outbound/store.ts';
import type { LeadService } from './lead-service.ts';
import { requireCounts } from './require-counts.ts';
import { requireMethods } from './require-methods.ts';

export type { HttpApi } from '../adapters/inbound/http/http-api.ts';
export { HttpError, type HttpErrorReason } from '../adapters/inbound/http/http-error.ts';
export { ClientGone, type HttpRequest, type HttpResponse } from '../adapters/inbound/http/message.ts';
export type { BaseUrls } from '../adapters/inbound/http/openapi/base-urls.ts';
export type { Operation, PathParams } from '../adapters/inbound/http/operation.ts';
export { pathOf } from '../adapters/inbound/http/request-target.ts';
export type { Route, RouteMatch } from '../adapters/inbound/http/routes.ts';
export { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';

/** Options of `createHttpApi`. All have defaults. */
export interface HttpOptions {
  /**
   * The log. By default warnings and faults go to standard error, each as a line of JSON, and requests are not
   * logged. `new LineJournal('info')` writes everything to standard output, or to its second argument.
   */
  readonly journal?: Journal | undefined;
  /** Decides the answer of `/readyz`. By default the store counts as reachable. */
  readonly storeHealth?: StoreHealth | undefined;
  /** Makes an id of 1 to 128 letters, digits and `._:-`, which goes into a header and the log. By default a UUID. */
  readonly newRequestId?: (() => string) | undefined;
  /** By default there is no rate limit. */
  readonly takeQuota?: TakeQuota | undefined;
  /** The servers in the API description. */
  readonly baseUrls?: BaseUrls | undefined;
  /** The version of your service, which `/healthz` reports. */
  readonly version?: string | undefined;
}

/**
 * Makes the service available as HTTP, for `makeLeadApp`, `makeLambdaHandler` or a runtime of your own. Throws
 * TypeError if the service or the journal lacks a method, or a base URL is invalid.
 */
export function createHttpApi(
  service: LeadService,
  {
    journal = standardError,
    storeHealth = reachable,
    newRequestId = randomRequestId,
    takeQuota,
    baseUrls = {},
    version,
  }: HttpOptions = {},
): HttpApi {
  requireMethods('service', service, 'submitLead', 'getLeadStatus', 'authenticate');
  requireMethods('journal', journal, 'served', 'fault', 'warn');
  for (const [name, url] of Object.entries(baseUrls))
    if (url !== undefined && !isBaseUrl(url)) throw new TypeError(`baseUrls.${name} ${baseUrlRule}`);
  return makeHttpApi({
    submitLead: (submission) => service.submitLead(submission),
    getLeadStatus: (query) => service.getLeadStatus(query),
    authenticate: (apiKey) => service.authenticate(apiKey),
    journal,
    storeHealth,
    newRequestId,
    takeQuota,
    baseUrls,
    version,
  });
}

/**
 * Makes the option `takeQuota` of `createHttpApi`: each vendor gets `perMinute` requests a minute, counted in
 * this process. Throws TypeError unless that is a whole number of at least 1.
 */
export function vendorQuota(perMinute: number): TakeQuota {
  requireCounts({ perMinute });
  return quotaOf(perMinute);
}

const standardError = new LineJournal('warn', (line) => process.stderr.write(line));
const reachable: StoreHealth = async () => true;
