const strict = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** Bytes as text: UTF-8, else as old programs write in the west. No NUL, which not every store keeps. */
export function asText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes).replaceAll('\0', '\u{fffd}');
  } catch {
    return western.decode(bytes).replaceAll('\0', '\u{fffd}');
  }
}
