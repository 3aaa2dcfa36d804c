import { bytesToText } from '../../../domain/sources/reading/bytes-to-text.ts';
import type { Source } from '../../../domain/sources/source.ts';
import type { SourceKind } from '../../../domain/sources/source-kinds.ts';
import type { SourceLead } from '../../../domain/sources/source-lead.ts';
import { HttpError } from '../http/http-error.ts';
import type { HandleSource } from '../http/operation.ts';
import { STORE_LIMIT, within } from '../http/within.ts';
import { formRefusal } from './form-answers.ts';
import { adf } from './kinds/adf.ts';
import { form } from './kinds/form.ts';
import { google } from './kinds/google.ts';
import { json } from './kinds/json.ts';
import type { Kind, Receiving } from './sender.ts';

/** The endpoint and the reader of each kind of source. The domain's `kindRules` say what its leads and settings may be. */
export const kinds: Readonly<Record<SourceKind, Kind>> = { adf, google, form, json };

/** Makes the handler of `/in/SOURCE`: each kind of source has its own endpoint. */
export const makeHandleSource =
  (useCases: Receiving): HandleSource =>
  async (request, sourceId, learned) => {
    learned.tellRefusal = formRefusal(request); // a browser may send a form to a source that was removed
    const source = await within(STORE_LIMIT, useCases.findSource(sourceId));
    if (!source) throw new HttpError('forbidden-source');
    learned.tellRefusal = undefined;
    const { endpoint, preflight } = kinds[source.kind];
    if (request.method !== 'OPTIONS') return endpoint(request, source, learned, useCases);
    if (!preflight) throw new HttpError('method-not-allowed', { allow: 'POST' });
    return preflight(request, source);
  };

/** Reads a text as its source's endpoint would, but without a Content-Type. */
export async function readSent(source: Source, sent: string | Uint8Array): Promise<readonly SourceLead[]> {
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const text = typeof sent === 'string' ? sent : bytesToText(sent);
  return kinds[source.kind].read(bytes, text, source);
}
