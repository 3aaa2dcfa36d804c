const ID = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24})$/i;

/**
 * The id that somebody gives: a UUID, or an id of MongoDB, in small letters, as it was made, because some databases and
 * spreadsheets give it back in capitals. Any other text is itself.
 */
export const plainId = (text: string): string => (ID.test(text) ? text.toLowerCase() : text);
