/** How a command ended. The last two are EX_NOUSER and EX_TEMPFAIL of sysexits.h, which mail servers know. */
export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, noRecipient: 67, tryLater: 75 } as const;

const { done, noRecipient, tryLater } = exitCodes;

/**
 * The exit code of a command that would end with `code`. `receive` knows three: a mail server returns the mail to its
 * sender for most others, so that whatever went wrong but an unknown source is a reason to try again.
 */
export function exitCodeOf([command]: readonly string[], code: number): number {
  return command !== 'receive' || code === done || code === noRecipient ? code : tryLater;
}
