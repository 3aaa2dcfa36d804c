import {
  AnswerLost,
  type AuthenticateVendor,
  type Caller,
  type KeyHolder,
  UnusableKey,
} from '../../../application/ports/inbound/vendor.ts';
import type { Journal } from '../../../application/ports/outbound/journal.ts';
import type { Quota, TakeQuota } from '../../../application/ports/outbound/quota.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { InvalidLead, type Problem } from '../../../domain/invalid-lead.ts';
import { callerHeaders, guardKey, guardQuota } from './caller.ts';
import { errorResponse, httpErrorFor } from './error-response.ts';
import { HttpError, type HttpErrorReason, MethodNotAllowed } from './http-error.ts';
import { externalIdIn, ignoredNames, wireNames } from './lead-payload.ts';
import { ClientGone, type HttpRequest, type HttpResponse, preflight } from './message.ts';
import { oncePerMinute } from './once-per-minute.ts';
import type { Learned, Operation, OperationResult } from './operation.ts';
import { makeOperations, type OperationPorts } from './operations.ts';
import { sentRequestId, sentTraceparent } from './request-id.ts';
import { findRoute, type Route, type RouteMatch, routesOf } from './routes.ts';
import { KEY_LIMIT, within } from './within.ts';

interface HttpApiPorts extends OperationPorts {
  readonly authenticate: AuthenticateVendor;
  /** Absent: there is no rate limit. */
  readonly takeQuota?: TakeQuota | undefined;
  readonly journal: Journal;
  readonly newRequestId: () => string;
  /** Whether the header `Sandbox-Ignored` names fields that the service does not know, such as misspelt ones. */
  readonly tellsIgnored?: boolean | undefined;
}

/** The whole service as HTTP, independent of a runtime: a runtime only finds the route and passes messages on. */
export interface HttpApi {
  readonly routes: readonly Route[];
  /**
   * Resolves to a response: an envelope, except for the API description. The runtime leaves out the body in answer to
   * HEAD. Throws only AnswerLost (in the sandbox) and ClientGone: then close the connection without an answer.
   * `match`: the route of the request's path, if the runtime has found it.
   */
  handle(request: HttpRequest, match?: RouteMatch): Promise<HttpResponse>;
  /** Makes the response to a message that the runtime could not read as a request. */
  readonly refuse: (reason: HttpErrorReason) => HttpResponse;
  /** Makes the response to an unexpected error in the runtime, and reports the error. */
  readonly fail: (error: unknown) => HttpResponse;
  /** Makes `/readyz` answer 503, so that new requests go to another process. Everything else goes on. */
  leave(): void;
  /** Answers every later request except `/healthz` with 503: it must go to another process. */
  drain(): void;
}

export function makeHttpApi(ports: HttpApiPorts): HttpApi {
  const { authenticate, takeQuota, journal, newRequestId, tellsIgnored } = ports;
  const routes = routesOf(makeOperations(ports));
  let isLeaving = false;
  let isDraining = false;
  const tellWhy = oncePerMinute((reason) => journal.warn(`Requests are answered with 503: ${reason}.`));

  /** Checks in this order: draining, key and quota, path, method, then what the operation checks. */
  async function answer(
    request: HttpRequest,
    match: RouteMatch | undefined,
    exchange: Exchange,
  ): Promise<OperationResult> {
    const method = request.method === 'HEAD' ? 'GET' : request.method; // the runtime leaves out the body
    const operation = match?.route.operations.find((one) => one.method === method);
    if (operation) exchange.operation = operation.name;
    if (isDraining && operation?.name !== 'health') throw new HttpError('unavailable');
    if (isLeaving && operation?.name === 'readiness') throw new HttpError('unavailable');
    if (needsKey(request.path, match)) {
      exchange.caller = await guardKey(request, authenticate);
      if (takeQuota) exchange.quota = await within(KEY_LIMIT, takeQuota(exchange.caller.vendor.id));
      if (exchange.quota) guardQuota(exchange.quota);
    }
    if (!match) throw new HttpError('unknown-path');
    if (method === 'OPTIONS' && match.route.operations.some(({ anyOrigin }) => anyOrigin)) return preflight;
    if (!operation) throw new MethodNotAllowed(allowed(match.route));
    return run(operation, request, match, exchange);
  }

  async function handle(request: HttpRequest, match?: RouteMatch): Promise<HttpResponse> {
    const started = performance.now();
    const exchange: Exchange = { ...nothingKnown };
    let response: OperationResult;
    let refusal: HttpError | InvalidLead | undefined;
    try {
      exchange.traceparent = sentTraceparent(request);
      exchange.requestId = sentRequestId(request) ?? newRequestId();
      response = await answer(request, match ?? findRoute(routes, request.path), exchange);
      if (response.receipt?.fault) journal.fault(response.receipt.fault, exchange.requestId);
    } catch (error) {
      if (error instanceof AnswerLost || error instanceof ClientGone) throw error;
      if (error instanceof UnusableKey) exchange.holder = error;
      refusal = httpErrorFor(error);
      if (refusal instanceof HttpError && refusal.reason === 'fault')
        journal.fault(error, exchange.requestId);
      if (error instanceof StoreUnavailable) tellWhy(error.message);
      response = exchange.tellRefusal?.(refusal) ?? errorResponse(refusal, exchange.payload);
    }
    return served(exchange, response, refusal, performance.now() - started);
  }

  function refuse(reason: HttpErrorReason, requestId = newRequestId()): HttpResponse {
    const refusal = new HttpError(reason);
    return served({ ...nothingKnown, requestId }, errorResponse(refusal), refusal, 0);
  }

  function fail(error: unknown): HttpResponse {
    const requestId = newRequestId();
    journal.fault(error, requestId);
    return refuse('fault', requestId);
  }

  /** Reports the response and adds the headers that all responses have. `duration`: milliseconds. */
  function served(
    { requestId, traceparent, operation, caller, quota, holder = caller, payload }: Exchange,
    { status, headers, body, receipt, held }: OperationResult,
    refusal: HttpError | InvalidLead | undefined,
    duration: number,
  ): HttpResponse {
    journal.served({
      requestId,
      traceparent,
      operation,
      status,
      duration,
      vendorId: holder?.vendor.id,
      keyId: holder?.keyId,
      leadId: receipt?.leadId,
      replayed: receipt?.replayed,
      refusal: refusal && labelOf(refusal),
      held,
      externalId: refusal && payload && externalIdIn(payload),
      problems: refusal instanceof InvalidLead ? refusal.problems.map(problemLabel) : undefined,
    });
    const ignored = tellsIgnored && payload ? ignoredNames(payload).join(', ') : '';
    return {
      status,
      headers: {
        ...headers,
        ...callerHeaders(caller, quota),
        ...(ignored && { 'sandbox-ignored': ignored }),
        'x-request-id': requestId,
      },
      body,
    };
  }

  function leave(): void {
    isLeaving = true;
  }

  function drain(): void {
    isDraining = true;
  }

  return { routes, handle, refuse, fail, leave, drain };
}

/** Everything learned about a request while it is handled. */
interface Exchange extends Learned {
  requestId: string;
  traceparent: string | undefined;
  operation: string;
  caller: Caller | undefined;
  /** The owner of an expired or revoked key, or of a source, for the log. */
  holder: KeyHolder | undefined;
  quota: Quota | undefined;
}

const nothingKnown: Exchange = {
  requestId: 'unknown',
  traceparent: undefined,
  operation: 'unknown',
  caller: undefined,
  holder: undefined,
  quota: undefined,
};

/** A refusal's label, from closed lists: nothing in it comes from the request. */
const labelOf = (refusal: HttpError | InvalidLead): string =>
  refusal instanceof InvalidLead ? 'invalid-lead' : refusal.reason;

const problemLabel = ({ field, reason }: Problem): string => `${wireNames[field]} ${reason}`;

/**
 * Whether a path needs a key: all under `/v1/` do, unknown ones as well, so that strangers learn nothing. Open
 * paths do not.
 */
function needsKey(path: string, match: RouteMatch | undefined): boolean {
  const isOpen = match?.route.operations.every(({ access }) => access === 'open') ?? false;
  return path.startsWith('/v1/') && !isOpen;
}

const allowed = ({ operations }: Route): string =>
  operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');

function run(operation: Operation, request: HttpRequest, { params }: RouteMatch, exchange: Exchange) {
  if (operation.access === 'open') return operation.handle();
  if (operation.access === 'source') return operation.handle(request, params, exchange);
  if (!exchange.caller) throw new HttpError('forbidden');
  return operation.handle(request, exchange.caller, params, exchange);
}
