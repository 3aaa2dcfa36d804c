/** An unexpected error whose `code` is logged, of any form. The code never contains personal data. */
export class Fault extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
