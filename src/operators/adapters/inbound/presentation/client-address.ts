/** Who asks. A proxy in front adds the address of its own client as the last one; without it, that header says nothing. */
export const clientAddress = (forwardedFor: string, peer: string, isProxied: boolean): string =>
  (isProxied && forwardedFor.split(',').at(-1)?.trim()) || peer;
