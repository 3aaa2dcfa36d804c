import { HttpError } from '../http/http-error.ts';
import { requireSecret } from './proof.ts';
import { isAdfType, leadsInAdf, plainType } from './read-adf.ts';
import { bytesToText, charsetOf } from './reading/bytes-to-text.ts';
import { answerTo, bodyOf, contentTypeOf, type Endpoint, receiveAll, told } from './sender.ts';

/** Receives ADF by HTTP POST. Checks the secret before it reads the body. */
export const adfEndpoint: Endpoint = async (request, source, learned, useCases) => {
  requireSecret(request, source, learned, useCases);
  const contentType = contentTypeOf(request);
  const type = plainType(contentType) || 'text/plain';
  if (!isAdfType(type)) throw new HttpError('source-media-type');
  const bytes = await bodyOf(request, source);
  const leads = await leadsInAdf(bytes, type, charsetOf(contentType));
  const received = await receiveAll(useCases, source, leads, bytesToText(bytes, charsetOf(contentType)));
  return { ...answerTo(received), ...told(received) };
};
