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
  /** The vendor and the source (in place of a key) that sent the request, once they are known. */
  holder?: KeyHolder | undefined;
  /** Writes a refusal in the form that the sender's program reads, if that is not the API's envelope. */
  tellRefusal?: ((refusal: HttpError | InvalidLead) => HttpResponse) | undefined;
}

/** An operation's answer. */
export interface OperationResult extends HttpResponse {
  /** The result of a submission, for the journal. It is not sent. */
  readonly receipt?: Receipt | undefined;
  /** Why the lead is held for a person, from a closed list: for the journal, not sent. */
  readonly held?: string | undefined;
}

/** Receives a request from a source, whose id is the last segment of the path. */
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

/** An endpoint that checks its senders itself, without an API key. */
interface SourceOperation extends Endpoint {
  readonly access: 'source';
  handle(request: HttpRequest, params: PathParams, learned: Learned): Promise<OperationResult>;
}

/** One operation of the API. `HttpApi.routes` has all of them. */
export type Operation = OpenOperation | VendorOperation | SourceOperation;
/** Parameters of a path by name, percent-decoded once; as sent if that fails. */
export type PathParams = Readonly<Record<string, string | undefined>>;
