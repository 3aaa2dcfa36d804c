import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const own = ['page.html', 'page.css', 'page.js'];
const ofLibrary = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const beside = new URL('./', import.meta.url);

/**
 * The folder of the library's files. A build puts them next to the page's: users of this package then need
 * neither the 12 MB of the library's own package nor the telemetry of its installation.
 */
const library = import.meta.filename.endsWith('.ts')
  ? new URL('../../../../node_modules/swagger-ui-dist/', import.meta.url)
  : beside;

const read = (folder: URL, names: readonly string[]) =>
  names.map((name) => [name, () => readFile(new URL(name, folder))] as const);

/**
 * How to read what the page consists of, by name; `undefined` if the library's files are missing, as beside a bundle. The
 * build of the one file writes their texts in here.
 */
export const pageContents: ReadonlyMap<string, () => Promise<Uint8Array>> | undefined = existsSync(
  new URL('swagger-ui-bundle.js', library),
)
  ? new Map([...read(beside, own), ...read(library, ofLibrary)])
  : undefined;
