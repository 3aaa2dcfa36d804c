import type { DeskRole } from './desk-role.ts';

/** Somebody who works with leads, as they were when they last signed in. */
export interface Person {
  /** Theirs alone, whatever they are called: `per_` and 32 hexadecimal digits. */
  readonly id: string;
  /** What they are called. Others may be called the same. */
  readonly name: string;
  readonly email: string | undefined;
  readonly role: DeskRole;
  /** When they last signed in; `undefined` if they have only been sent a link. */
  readonly seen: Date | undefined;
}
