/** Leases for work that only one process may do at a time. Any method can throw StoreUnavailable. */
export interface Leases {
  /**
   * Takes the lease if nobody has it at `now`, or prolongs it for the same holder. Resolves to the lease then
   * in force: of any number of simultaneous holders, one has it. Works and holders are any text, compared
   * exactly.
   */
  take(lease: Lease, now: Date): Promise<Lease>;
  /** Ends the lease if this holder has it. */
  end(work: string, holder: string): Promise<void>;
}

/** The right to do one piece of work, for a time. */
export interface Lease {
  /** The name of the work. */
  readonly work: string;
  /** The id of this run. */
  readonly holder: string;
  /** The name of the person or process that does the work. */
  readonly by: string;
  readonly since: Date;
  /** When the lease ends by itself, unless it is prolonged: a run may break off. */
  readonly ends: Date;
}
