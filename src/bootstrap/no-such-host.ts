/** The codes of errors in listening that mean: the host is not an address of this machine. */
export const noSuchHost = new Set<unknown>([
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EAI_AGAIN',
  'EINVAL',
  'ENOTFOUND',
]);
