/**
 * A value cannot be read. The message is one plain sentence, which does not repeat the value. The command line
 * reports it as wrong usage, the desk with status 400.
 */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}
