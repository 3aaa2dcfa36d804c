/** Reports to the operator what the service does. Never throws. */
export interface Journal {
  served(request: ServedRequest): void;
  /** An unexpected error. Never report its message: it may quote what was sent. */
  fault(error: unknown, requestId: string): void;
  /** Something the operator should know, as a full sentence. */
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
  /** The id of an issued key. */
  readonly keyId: string | undefined;
  /** The lead that was submitted, and whether an earlier request had created it. */
  readonly leadId: string | undefined;
  readonly replayed: boolean | undefined;
  /** A short label from a closed list; `undefined` if the request was not refused. */
  readonly refusal: string | undefined;
  /** Why what a source sent waits for a person: a short label from a closed list. */
  readonly held?: string | undefined;
  /** The vendor's own id for a lead that was refused: at most 64 characters, without control characters. */
  readonly externalId?: string | undefined;
  /** What is wrong with a lead, such as `phone invalid-phone`: its fields as on the wire, each with the reason. */
  readonly problems: readonly string[] | undefined;
}
