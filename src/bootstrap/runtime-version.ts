/** What to tell of a Node that its makers no longer mend; `undefined` where there is nothing to tell. */
export function runtimeWarning(version: string): string | undefined {
  const major = Number(version.split('.')[0]);
  if (major >= 22) return undefined;
  return `Node ${version} gets no security fixes any more. Run the service on Node 22 or newer.`;
}
