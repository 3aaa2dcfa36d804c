/** A path on this desk; anything else becomes the inbox. */
export function localPath(given: unknown): string {
  const path = typeof given === 'string' ? given : '/';
  return /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : '/';
}
