/** An unexpected error whose `code` is logged, of any form. The code never contains personal data. */
export class Fault extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** A port does something else than it promises. `code`: port and method, such as `crm.addLead`. */
export class BrokenPort extends Fault {
  override readonly name = 'BrokenPort';

  constructor(method: string, promised: string, verb = 'resolve to') {
    super(`${method} has to ${verb} ${promised}`, method);
  }
}

/** Whether it can be an id: text that is not empty. */
export const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';
