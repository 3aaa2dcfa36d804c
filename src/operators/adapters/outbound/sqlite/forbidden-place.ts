import { NotCopied } from '#operators/application/not-copied.ts';

/** Turns Node's error on a file or folder that this user may not use into NotCopied. Others are returned unchanged. */
export function asForbidden(error: unknown, place: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM') return error;
  return new NotCopied(
    `The user of this command may not use ${place} (${code}): name a place that it may, such as beside the file of leads.`,
  );
}
