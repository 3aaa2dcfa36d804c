import { HttpError } from '../http/http-error.ts';
import type { HandleSource } from '../http/operation.ts';
import { STORE_LIMIT, within } from '../http/within.ts';
import { formRefusal } from './form-answers.ts';
import { kinds } from './kinds.ts';
import type { Receiving } from './sender.ts';

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
