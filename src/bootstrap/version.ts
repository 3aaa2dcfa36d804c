/** The version of this service. `scripts/version.ts` copies it from package.json, which a bundle does not contain. */
export const version = '0.5.0';
