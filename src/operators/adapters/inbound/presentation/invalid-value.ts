/**
 * What an operator gave cannot be read as what it should be. The message is one plain sentence, which repeats nothing of
 * it. The command line tells it as wrong usage, the desk with the status 400.
 */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}
