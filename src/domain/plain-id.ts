const ID = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24})$/i;

/**
 * An id as it was made: a UUID, or an id of MongoDB, in lower case, as some databases and spreadsheets give ids
 * back in capitals. Any other text is returned unchanged.
 */
export const plainId = (text: string): string => (ID.test(text) ? text.toLowerCase() : text);
