import { readFileSync } from 'node:fs';
import { type SourceKind, sourceKinds } from '../../src/domain/sources/source-kinds.ts';

const folder = new URL('../adapters/inbound/sources/samples/', import.meta.url);

/** The kind of source that sends a file of the samples, by its name: a mail's is ADF. */
export function kindOf(file: string): SourceKind {
  const kind = sourceKinds.find((each) => file.replace(/^mail-/, 'adf-').startsWith(`${each}-`));
  if (!kind) throw new Error(`${file} begins with no kind of source`);
  return kind;
}

/** What senders usually declare. */
const USUAL: Readonly<Record<SourceKind, string>> = {
  adf: 'text/xml',
  google: 'application/json',
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
};

/** What its sender says of it. */
export function contentTypeOf(file: string): string {
  if (file.endsWith('.eml')) return 'message/rfc822';
  if (file === 'form-json.txt') return 'application/json';
  if (file === 'json-elementor.txt') return 'application/x-www-form-urlencoded';
  if (/json-(?:cut|no|own)/.test(file)) return 'text/plain';
  return /multipart|file|jotform/.test(file) ? 'multipart/form-data; boundary=XyZ' : USUAL[kindOf(file)];
}

export const bytesOf = (file: string): Uint8Array => readFileSync(new URL(file, folder));
