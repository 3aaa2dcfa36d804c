import { asText } from '../http/as-text.ts';
import { HttpError } from '../http/http-error.ts';
import { requireSecret } from './proof.ts';
import { isAdfType, leadsInAdf, plainType } from './read-adf.ts';
import { answerTo, bodyOf, contentTypeOf, type Endpoint, receiveAll, told } from './sender.ts';

/** Receives ADF by HTTP POST. Checks the secret before it reads the body. */
export const adfEndpoint: Endpoint = async (request, source, learned, useCases) => {
  requireSecret(request, source, learned, useCases);
  const type = plainType(contentTypeOf(request)) || 'text/plain';
  if (!isAdfType(type)) throw new HttpError('source-media-type');
  const bytes = await bodyOf(request, source);
  const leads = await leadsInAdf(bytes, type);
  const received = await receiveAll(useCases, source, leads, asText(bytes));
  return { ...answerTo(received), ...told(received) };
};
