import { HttpError } from '../http/http-error.ts';
import type { HttpRequest } from '../http/message.ts';
import { onlyValue } from '../http/sent-headers.ts';
import { isAdfType, leadsInAdf, plainType } from './read-adf.ts';
import { bytesToText, charsetOf } from './reading/bytes-to-text.ts';
import { answerTo, bodyOf, contentTypeOf, type Endpoint, isKnown, receiveAll, told } from './sender.ts';

/** Receives ADF by HTTP POST. Checks the secret before it reads the body. */
export const adfEndpoint: Endpoint = async (request, source, learned, useCases) => {
  const secret = secretOf(request);
  if (!secret || !useCases.knowsSecret(source, secret)) throw new HttpError('forbidden-source');
  isKnown(learned, source);
  const contentType = contentTypeOf(request);
  const type = plainType(contentType) || 'text/plain';
  if (!isAdfType(type)) throw new HttpError('source-media-type');
  const bytes = await bodyOf(request, source);
  const leads = await leadsInAdf(bytes, type, charsetOf(contentType));
  const received = await receiveAll(useCases, source, leads, bytesToText(bytes, charsetOf(contentType)));
  return { ...answerTo(received), ...told(received) };
};

/** The secret: in `X-Api-Key`, as HTTP Basic's password, or in the address, as many senders support nothing else. */
function secretOf(request: HttpRequest): string | undefined {
  const header = onlyValue(request, 'x-api-key', 'forbidden-source');
  if (header) return header;
  const [, basic] =
    /^Basic +([\w+/=-]+)$/i.exec(onlyValue(request, 'authorization', 'forbidden-source') ?? '') ?? [];
  if (basic) {
    const [, password] = /:([\s\S]*)$/.exec(decodeBase64(basic)) ?? [];
    return password;
  }
  return request.query?.('key');
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
