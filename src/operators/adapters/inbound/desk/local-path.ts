/** Returns a path on this desk; for any other text, the inbox. */
export function localPath(given: unknown): string {
  const path = typeof given === 'string' ? given : '/';
  return /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : '/';
}
