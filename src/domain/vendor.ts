/** A partner that submits leads. */
export interface Vendor {
  /** Issued with the account; `static:<name>` for a vendor of the configuration. */
  readonly id: string;
  readonly name: string;
}
