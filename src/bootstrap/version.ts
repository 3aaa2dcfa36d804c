import { readFileSync } from 'node:fs';

/** Put in place of this name when the Lambda function is bundled: a bundle has no package.json beside it. */
declare const BUNDLED_VERSION: string | undefined;

/** The version of this service, as package.json has it. */
export const version: string =
  typeof BUNDLED_VERSION === 'string'
    ? BUNDLED_VERSION
    : JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
