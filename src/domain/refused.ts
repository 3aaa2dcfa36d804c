/** The requested action breaks a rule. The message is one plain sentence, without personal data. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}
