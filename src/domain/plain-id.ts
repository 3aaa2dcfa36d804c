const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The id that somebody gives: a UUID in small letters, as it was made, because some databases give it back in capitals.
 * Any other text is itself.
 */
export const plainId = (text: string): string => (UUID.test(text) ? text.toLowerCase() : text);
