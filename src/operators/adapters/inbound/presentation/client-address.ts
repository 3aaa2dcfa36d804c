/**
 * The client's address. A proxy in front adds it as the last one of the header; without a proxy, the header
 * proves nothing.
 */
export const clientAddress = (forwardedFor: string, peer: string, isProxied: boolean): string =>
  (isProxied && forwardedFor.split(',').at(-1)?.trim()) || peer;
