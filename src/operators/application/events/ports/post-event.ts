/** Posts a message to a webhook, signed with each secret. Never throws. If `body` throws, the try has failed. */
export type PostEvent = (message: Message) => Promise<Posted>;

/** A message to a webhook. */
export interface Message {
  readonly url: string;
  /**
   * The vendor whose webhook it is; `undefined` for the operator's own, which alone may be at an address that
   * is not public.
   */
  readonly vendorId: string | undefined;
  readonly id: string;
  /** The time of this try. */
  readonly at: Date;
  /**
   * Makes the body. Called as late as possible, and again if the message is sent again, so that nothing erased
   * is in it.
   */
  readonly body: () => Promise<string>;
  /** Each secret as `whsec_` and base64, the newest last. */
  readonly secrets: readonly string[];
}

/** The receiver's answer to a message. */
export interface Posted {
  readonly status: number | undefined;
  /** Words for the failure, without addresses or anything personal; `undefined` if the status says success. */
  readonly error: string | undefined;
  /** The milliseconds that the receiver asks to wait. */
  readonly retryAfter: number | undefined;
  /** At most 200 characters of the response, unless it says success. */
  readonly answer: string | undefined;
}

/**
 * Resolves to the address in its usual form if this vendor's webhook (`undefined`: the operator's own) may be
 * there. Throws Refused, which says why not.
 */
export type CheckHookUrl = (url: string, vendorId: string | undefined) => Promise<string>;

/**
 * A fingerprint of the key that secrets are derived from. It may be shown and stored: the key cannot be
 * computed from it.
 */
export interface HookKey {
  readonly fingerprint: string;
  /** The fingerprint of the replaced key, which still signs as well. */
  readonly replaced: string | undefined;
}

/** Derives a hook's secret: always the same one for the same generation. */
export type SecretOf = (hookId: string, generation: number) => string;
