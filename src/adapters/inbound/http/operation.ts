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
  /** A GET whose answer pages of any origin may read (CORS): it is public. */
  readonly anyOrigin?: true;
}

/** What an operation has learned of a request, whatever comes of it: for the journal. */
export interface Learned {
  payload?: object | undefined;
  /** The source that sent it, once its secret is known, with the vendor whose it is. */
  holder?: KeyHolder | undefined;
  /** How a sender is told of a refusal that reads no envelopes. */
  tellRefusal?: ((refusal: HttpError | InvalidLead) => HttpResponse) | undefined;
}

/** What an operation answers. */
export interface OperationResult extends HttpResponse {
  /** What became of a submission: for the journal, not sent. */
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

/** Needs no key. */
interface OpenOperation extends Endpoint {
  readonly access: 'open';
  handle(): Promise<OperationResult>;
}

/** Needs a vendor's API key (Spec 5). */
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

/** One operation of the API: the table of all is `HttpApi.routes`. */
export type Operation = OpenOperation | VendorOperation | SourceOperation;
/** Percent-decoded once; as sent if that fails. */
export type PathParams = Readonly<Record<string, string | undefined>>;
