import { readFileSync } from 'node:fs';
import type { SourceKind } from '../../src/domain/sources/source.ts';

const folder = new URL('../adapters/inbound/sources/samples/', import.meta.url);

/** The kind of source that sends a file of the samples, by its name. */
export const kindOf = (file: string): SourceKind =>
  (['google', 'form', 'json'] as const).find((kind) => file.startsWith(kind)) ?? 'adf';

/** What its sender says of it. */
export function contentTypeOf(file: string): string {
  if (file.endsWith('.eml')) return 'message/rfc822';
  if (file.startsWith('adf')) return 'text/xml';
  if (file.startsWith('google')) return 'application/json';
  if (file.endsWith('.json') || file === 'form-json.txt') return 'application/json';
  if (/json-(?:cut|no|own)/.test(file)) return 'text/plain';
  return /multipart|file|jotform/.test(file)
    ? 'multipart/form-data; boundary=XyZ'
    : 'application/x-www-form-urlencoded';
}

export const bytesOf = (file: string): Uint8Array => readFileSync(new URL(file, folder));
