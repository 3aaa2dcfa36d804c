/** Posts a message to a webhook, signed with each secret. Never throws; if `body` does, that is a failed try. */
export type PostEvent = (message: Message) => Promise<Posted>;

/** A message to a webhook. */
export interface Message {
  readonly url: string;
  /** Whose webhook it is; `undefined` for the operator's own, which alone may reach what is not public. */
  readonly vendorId: string | undefined;
  readonly id: string;
  /** The time of this try. */
  readonly at: Date;
  /** Asked for as late as possible: what is erased meanwhile is not in it. Asked again if it has to be sent again. */
  readonly body: () => Promise<string>;
  /** `whsec_` and base64, the newest last. */
  readonly secrets: readonly string[];
}

/** What became of a message. */
export interface Posted {
  readonly status: number | undefined;
  /** What went wrong, in words without addresses or anything personal, unless the status says success. */
  readonly error: string | undefined;
  /** Milliseconds that the receiver asks to wait. */
  readonly retryAfter: number | undefined;
  /** At most 200 characters of the response, if it is no success. */
  readonly answer: string | undefined;
}

/**
 * Resolves to the address in its usual form if a webhook of this vendor may be there, or of the operator's own
 * (`undefined`). Throws Refused, which says why not.
 */
export type CheckHookUrl = (url: string, vendorId: string | undefined) => Promise<string>;

/** The key that secrets are derived from, as it may be told and stored: nobody learns the key from it. */
export interface HookKey {
  readonly fingerprint: string;
  /** That of the key that it replaces, which signs, too. */
  readonly replaced: string | undefined;
}

/** The secret of a hook: always the same for the same generation. */
export type SecretOf = (hookId: string, generation: number) => string;
