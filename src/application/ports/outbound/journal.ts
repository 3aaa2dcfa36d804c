/** Reports to the operator what the service does. Never throws. */
export interface Journal {
  served(request: ServedRequest): void;
  /** Reports an unexpected error. Leave out its message: that may quote what was sent. */
  fault(error: unknown, requestId: string): void;
  /** Tells the operator something, in a full sentence. */
  warn(message: string): void;
}

/** A request that was answered, as it is logged and counted. Nothing personal. */
export interface ServedRequest {
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** A name from the table of operations, or `unknown`. */
  readonly operation: string;
  readonly status: number;
  /** How long the answer took, in milliseconds. */
  readonly duration: number;
  readonly vendorId: string | undefined;
  /** The id of the issued key, if the request came with one. */
  readonly keyId: string | undefined;
  /** The lead that was submitted, and whether an earlier request had created it. */
  readonly leadId: string | undefined;
  readonly replayed: boolean | undefined;
  /** A short label, from a closed list, of why the request was refused; `undefined` if it was not. */
  readonly refusal: string | undefined;
  /** Why a source's lead is held for a person: a short label from a closed list. */
  readonly held?: string | undefined;
  /** The vendor's own id for a lead that was refused: at most 64 characters, without control characters. */
  readonly externalId?: string | undefined;
  /** The problems of a lead, such as `phone invalid-phone`: each a field's name on the wire and the reason. */
  readonly problems: readonly string[] | undefined;
}
