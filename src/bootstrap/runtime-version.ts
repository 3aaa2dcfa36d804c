/** The warning for a Node version that gets no fixes any more; `undefined` if there is nothing to warn about. */
export function runtimeWarning(version: string): string | undefined {
  const major = Number(version.split('.')[0]);
  if (major >= 22) return undefined;
  return `Node ${version} no longer gets security fixes. Run the service on Node 22 or newer.`;
}
