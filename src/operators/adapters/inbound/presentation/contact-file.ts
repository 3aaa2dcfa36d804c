import type { ContactFile as File } from '#operators/application/ports/inbound/contact-use-cases.ts';
import { ContactFile } from './shapes/contact-shapes.ts';

/** The text of the file with everything that is kept about a customer, for them to read. */
export const contactFileText = (file: File, now: Date): string =>
  `${JSON.stringify(ContactFile.of(file, { now }), null, 2)}\n`;
