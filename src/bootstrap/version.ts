/** The version of this service, as package.json has it: `npm version` writes it here, too, because a bundle has no package.json. */
export const version = '0.2.0';
