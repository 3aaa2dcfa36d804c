/** Where a document begins in a text: ADF, with any prefix or as a bare prospect, or STAR's lead. */
export const DOCUMENT = /<(?:[\w.-]{1,40}:)?(?:adf|prospect|processsaleslead)(?=[\s>])/i;

/** Whether the document in a text is STAR's. */
export const isStar = (text: string): boolean => /processsaleslead$/i.test(DOCUMENT.exec(text)?.[0] ?? '');
