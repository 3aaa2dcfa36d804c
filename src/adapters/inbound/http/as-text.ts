const strict = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/**
 * Decodes bytes as UTF-8, or else as Windows-1252, as old programs write it. Replaces NUL, which not every store
 * keeps.
 */
export function asText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes).replaceAll('\0', '\u{fffd}');
  } catch {
    return western.decode(bytes).replaceAll('\0', '\u{fffd}');
  }
}
