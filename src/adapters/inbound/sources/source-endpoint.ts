import type { SourceIntake } from '../../../application/ports/inbound/source.ts';
import type { TakeQuota } from '../../../application/ports/outbound/quota.ts';
import type { SourceKind } from '../../../domain/sources/source.ts';
import { HttpError } from '../http/http-error.ts';
import type { HandleSource } from '../http/operation.ts';
import { STORE_LIMIT, within } from '../http/within.ts';
import { adfEndpoint } from './adf-endpoint.ts';
import { formRefusal } from './form-answers.ts';
import { makeFormEndpoint } from './form-endpoint.ts';
import { formPreflight } from './form-origins.ts';
import { googleEndpoint } from './google-endpoint.ts';
import { jsonEndpoint } from './json-endpoint.ts';
import type { Endpoint } from './sender.ts';

interface SourceEndpointOptions extends SourceIntake {
  /** Limits requests to each form, which anybody can send; `undefined`: no limit. */
  readonly takeQuota?: TakeQuota | undefined;
}

/** Makes the handler of `/in/SOURCE`: each kind of source has its own endpoint. */
export function makeHandleSource({ takeQuota, ...useCases }: SourceEndpointOptions): HandleSource {
  const endpoints: Readonly<Record<SourceKind, Endpoint>> = {
    adf: adfEndpoint,
    google: googleEndpoint,
    form: makeFormEndpoint(takeQuota),
    json: jsonEndpoint,
  };
  return async (request, sourceId, learned) => {
    learned.tellRefusal = formRefusal(request); // a browser may send a form to a source that was removed
    const source = await within(STORE_LIMIT, useCases.findSource(sourceId));
    if (!source) throw new HttpError('forbidden-source');
    learned.tellRefusal = undefined;
    if (request.method === 'OPTIONS') return formPreflight(request, source);
    return endpoints[source.kind](request, source, learned, useCases);
  };
}
