/** Nothing was written. The message is one plain sentence or two. */
export class NotCopied extends Error {
  override readonly name = 'NotCopied';
}
