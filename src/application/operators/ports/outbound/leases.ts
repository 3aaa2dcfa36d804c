/** Work of which there may be one at a time, in whichever process. Any method can throw StoreUnavailable. */
export interface Leases {
  /**
   * Takes the lease if nobody has it at `now`, or prolongs it if the same holder has. Resolves to the one that is then in
   * force: of any number of holders at once, one has it. Works and holders are any text, compared exactly.
   */
  take(lease: Lease, now: Date): Promise<Lease>;
  /** Lets it go, if this holder has it. */
  end(work: string, holder: string): Promise<void>;
}

/** Who does one piece of work, and until when nobody else may. */
export interface Lease {
  /** What is being done. */
  readonly work: string;
  /** An id of this one run of it. */
  readonly holder: string;
  /** Who does it. */
  readonly by: string;
  readonly since: Date;
  /** Then it is over, unless it was prolonged: for a run that was broken off. */
  readonly ends: Date;
}
