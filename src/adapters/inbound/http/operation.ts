import type { Caller, KeyHolder, Receipt } from '../../../application/ports/inbound/vendor.ts';
import type { InvalidLead } from '../../../domain/invalid-lead.ts';
import type { HttpError } from './http-error.ts';
import type { HttpRequest, HttpResponse } from './message.ts';

export type OperationName =
  | 'createLead'
  | 'getLead'
  | 'health'
  | 'readiness'
  | 'describe'
  | 'describeForClients'
  | 'fromSource';

interface Endpoint {
  readonly name: OperationName;
  readonly method: string;
  /** Matched exactly, including case and slashes; `{name}` stands for one segment. */
  readonly path: string;
  /** True for a public GET whose answer pages of any origin may read (CORS). */
  readonly anyOrigin?: true;
}

/** Facts that an operation learns about a request, even if it is refused. For the journal. */
export interface Learned {
  payload?: object | undefined;
  /** The source that sent it, once its secret is known, with the vendor whose it is. */
  holder?: KeyHolder | undefined;
  /** How a sender is told of a refusal that reads no envelopes. */
  tellRefusal?: ((refusal: HttpError | InvalidLead) => HttpResponse) | undefined;
}

/** An operation's answer. */
export interface OperationResult extends HttpResponse {
  /** The result of a submission, for the journal. It is not sent. */
  readonly receipt?: Receipt | undefined;
  /** Why what was sent is not kept as a lead, from a closed list: for the journal, not sent. */
  readonly held?: string | undefined;
}

/** Receives what a source sends: the last segment of its path is its id. */
export type HandleSource = (
  request: HttpRequest,
  sourceId: string,
  learned: Learned,
) => Promise<OperationResult>;

/** An operation that needs no key. */
interface OpenOperation extends Endpoint {
  readonly access: 'open';
  handle(): Promise<OperationResult>;
}

/** An operation that needs a vendor's API key (Spec 5). */
interface VendorOperation extends Endpoint {
  readonly access: 'vendor';
  handle(
    request: HttpRequest,
    caller: Caller,
    params: PathParams,
    learned: Learned,
  ): Promise<OperationResult>;
}

/** Judges by itself who sends what. */
interface SourceOperation extends Endpoint {
  readonly access: 'source';
  handle(request: HttpRequest, params: PathParams, learned: Learned): Promise<OperationResult>;
}

/** One operation of the API. `HttpApi.routes` has all of them. */
export type Operation = OpenOperation | VendorOperation | SourceOperation;
/** Parameters of a path by name, percent-decoded once; as sent if that fails. */
export type PathParams = Readonly<Record<string, string | undefined>>;
