/** An unexpected error of which the operator may read `code` too, whatever it looks like: it holds no personal data. */
export class Fault extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
