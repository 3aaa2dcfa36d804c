/** Nothing was copied. The message is one or two plain sentences. */
export class NotCopied extends Error {
  override readonly name = 'NotCopied';
}
