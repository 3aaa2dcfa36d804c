declare const require: (path: string) => { saslprep(password: string): string };

/** Prepares a password (RFC 4013). ASCII stays as it is, so Unicode's tables are unpacked only when one needs them. */
export const saslprep = (password: string): string =>
  /^[\x20-\x7e]*$/.test(password)
    ? password
    : require('../../node_modules/@mongodb-js/saslprep/dist/node.js').saslprep(password);
