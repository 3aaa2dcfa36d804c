/** The version of this service, as package.json has it; `scripts/version.ts` writes it here. (A bundle has no package.json.) */
export const version = '0.3.0';
