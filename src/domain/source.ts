import type { DealType } from './deal-type.ts';
import type { LeadField } from './invalid-lead.ts';

/** The forms in which leads come apart from the service's own. */
export const sourceKinds = ['adf', 'google', 'form'] as const;
/** `adf`: ADF/XML by post or mail; `google`: Google's lead form; `form`: a form on a website. */
export type SourceKind = (typeof sourceKinds)[number];

/** What sends leads for a vendor in a form of its own, and how they are read. */
export interface Source {
  readonly id: string;
  readonly kind: SourceKind;
  readonly vendorId: string;
  /** Of the account: the name for a lead that brings none. */
  readonly vendorName: string;
  /** For a lead that says none. */
  readonly dealType: DealType | undefined;
  /** The vendor's name on each of its leads, whatever they say. */
  readonly name: string | undefined;
  /** Where a browser goes after a form was sent. */
  readonly thanks: string | undefined;
  /** The pages that may send a form; none: all. */
  readonly origins: readonly string[];
  /** What the form calls the fields of a lead, beyond the usual names. */
  readonly fields: Readonly<Record<string, LeadField>>;
  /** The newest last. Empty for a form, whose address is public. */
  readonly secrets: readonly SourceSecret[];
  readonly created: Date;
  /** When its sender's last test came. */
  readonly tested: Date | undefined;
}

/** What is stored of a secret. Its text is not, and cannot be recovered. */
export interface SourceSecret {
  /** SHA-256 of its text. */
  readonly digest: string;
  /** The first characters of its text. */
  readonly hint: string;
  readonly created: Date;
  /** When it stops working; `undefined` for the newest. */
  readonly expires: Date | undefined;
}

/** Secret scanners can recognise it. No vendor's key begins so, and `/v1` takes no such secret. */
export const SECRET_PREFIX = 'lead_source_';
export const SECRET_HINT_LENGTH = SECRET_PREFIX.length + 4;

/** Whether this is the digest of a secret that works now. The time it takes tells nothing of the digests. */
export function hasSecret({ secrets }: Pick<Source, 'secrets'>, digest: string, now: Date): boolean {
  let found = false;
  for (const secret of secrets) {
    const works = secret.expires === undefined || secret.expires > now;
    if (isSame(secret.digest, digest) && works) found = true;
  }
  return found;
}

/** Looks at every character, wherever they begin to differ. */
function isSame(one: string, other: string): boolean {
  let different = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) different |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return different === 0;
}
