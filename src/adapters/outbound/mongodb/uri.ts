import { MongoClient } from 'mongodb';
import { clientOptions } from './client-options.ts';

/** Whether the driver accepts it: of valid form, without unknown options, and with a valid name of a database. */
export function isConnectionString(uri: string): boolean {
  try {
    new MongoClient(withoutOldNames(uri), clientOptions).db();
    return true;
  } catch {
    return false;
  }
}

/** Without `j`, `fsync` and `wtimeout`: in the URI, they would override our `journal` and `wtimeoutMS`. */
export const withoutOldNames = (uri: string): string =>
  uri.replace(/(?<=\?(?:.*&)?)(?:j|fsync|wtimeout)=[^&@]*&?/gi, '');

/** The driver reads the name of the database from the URI; if there is none, it takes `test`. */
export const namesDatabase = (uri: string): boolean => /^[^/]+\/\/[^/?]+\/[^?]/.test(uri);
