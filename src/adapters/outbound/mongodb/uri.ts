/** Without the options of a write concern that the driver prefers to `journal` and `wtimeoutMS`, wherever those are set. */
export const withoutOldNames = (uri: string): string =>
  uri.replace(/(?<=\?(?:.*&)?)(?:j|fsync|wtimeout)=[^&@]*&?/gi, '');

/** The driver reads the name itself; without one, it would take `test`. */
export const namesDatabase = (uri: string): boolean => /^[^/]+\/\/[^/?]+\/[^?]/.test(uri);
