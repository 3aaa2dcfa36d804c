import { bytesToText } from '../../../domain/sources/reading/bytes-to-text.ts';
import type { Source } from '../../../domain/sources/source.ts';
import type { SourceKind } from '../../../domain/sources/source-kinds.ts';
import type { SourceLead } from '../../../domain/sources/source-lead.ts';
import { adf } from './kinds/adf.ts';
import { form } from './kinds/form.ts';
import { google } from './kinds/google.ts';
import { json } from './kinds/json.ts';
import type { Kind } from './sender.ts';

/** How each kind of source is received and read. What else is so of it, `kindRules` say. */
export const kinds: Readonly<Record<SourceKind, Kind>> = { adf, google, form, json };

/** Reads a text as its source's endpoint would, but without a Content-Type. */
export async function readSent(source: Source, sent: string | Uint8Array): Promise<readonly SourceLead[]> {
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const text = typeof sent === 'string' ? sent : bytesToText(sent);
  return kinds[source.kind].read(bytes, text, source);
}
