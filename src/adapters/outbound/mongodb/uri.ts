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

/** Without the options of a write concern that the driver prefers to `journal` and `wtimeoutMS`, wherever those are set. */
export const withoutOldNames = (uri: string): string =>
  uri.replace(/(?<=\?(?:.*&)?)(?:j|fsync|wtimeout)=[^&@]*&?/gi, '');

/** The driver reads the name itself; without one, it would take `test`. */
export const namesDatabase = (uri: string): boolean => /^[^/]+\/\/[^/?]+\/[^?]/.test(uri);
