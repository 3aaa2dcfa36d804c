/** What ends what a test file has begun: the next file in the same process has the same modules. */
export const atEndOfFile: (() => Promise<void>)[] = [];
