import type { DealType } from '../deal-type.ts';
import type { LeadField } from '../invalid-lead.ts';
import type { Signer, SourceKind } from './source-kinds.ts';

/** The trap of a form that names none. */
export const USUAL_TRAP = 'website';

/** What a source's own name stands for: a field of a lead, or `name`, the customer's whole name. */
export type NamedField = LeadField | 'name';

/** A sender of leads in a form of its own, for one vendor, and how its leads are read. */
export interface Source {
  readonly id: string;
  readonly kind: SourceKind;
  readonly vendorId: string;
  /** The name of the vendor's account, for leads that bring no name. */
  readonly vendorName: string;
  /** The deal type for leads that bring none. */
  readonly dealType: DealType | undefined;
  /** The vendor's name on each of its leads, whatever they say. */
  readonly name: string | undefined;
  /** The address of a page of thanks, to which a browser is led after it has sent a form. */
  readonly thanks: string | undefined;
  /** The origins of pages that may send the form; if empty, all may. */
  readonly origins: readonly string[];
  /** The sender's own names for fields of a lead, beside the usual names. */
  readonly fields: Readonly<Record<string, NamedField>>;
  /** The name of a form's field that people do not see: only a program fills it in. Absent: `USUAL_TRAP`. */
  readonly trap?: string | undefined;
  /** The secrets, newest last. Empty for a form, whose address is public. */
  readonly secrets: readonly SourceSecret[];
  /** The sender whose signature is its proof, made with a secret; absent if the secret itself is sent. */
  readonly signed?: Signer | undefined;
  readonly created: Date;
  /** When the sender's last test came. */
  readonly tested: Date | undefined;
}

/** A secret as it is stored: without its text. */
export interface SourceSecret {
  /** SHA-256 of the secret's text. */
  readonly digest: string;
  /** The first characters of the secret's text; empty if the sender chose it. */
  readonly hint: string;
  /** Of a signed source: the text, encrypted with a key that is not in the store; else it cannot be recovered. */
  readonly sealed?: string | undefined;
  readonly created: Date;
  /** When the secret stops working; `undefined` for the newest. */
  readonly expires: Date | undefined;
}

/**
 * The beginning of every secret, by which secret scanners can recognise one. No vendor's key begins so, and `/v1`
 * takes no such secret.
 */
export const SECRET_PREFIX = 'lead_source_';
export const SECRET_HINT_LENGTH = SECRET_PREFIX.length + 4;

/** A text without the secrets of sources in it: each is cut after the prefix. */
export const withoutSecrets = (text: string): string =>
  text.replace(/lead_source_[0-9A-Za-z]+/g, `${SECRET_PREFIX}…`);

/** The secrets that work now. */
export const workingSecrets = ({ secrets }: Pick<Source, 'secrets'>, now: Date): readonly SourceSecret[] =>
  secrets.filter(({ expires }) => expires === undefined || expires > now);

/**
 * Whether this is the digest of a secret that works now. Takes the same time for any digest, so as to tell nothing of
 * them.
 */
export function hasSecret(source: Pick<Source, 'secrets'>, digest: string, now: Date): boolean {
  let found = false;
  for (const secret of workingSecrets(source, now)) if (isSame(secret.digest, digest)) found = true;
  return found;
}

/** Compares two texts in a time that does not depend on where they begin to differ. */
function isSame(one: string, other: string): boolean {
  let different = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) different |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return different === 0;
}
