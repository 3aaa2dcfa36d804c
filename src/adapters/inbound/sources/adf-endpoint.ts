import { requireSecret } from './proof.ts';
import { adfTypeOf, leadsInAdf } from './read-adf.ts';
import { charsetOf } from './reading/bytes-to-text.ts';
import { answerTo, bodyOf, contentTypeOf, type Endpoint, receiveAll, told } from './sender.ts';
import { sentText } from './sent-text.ts';

/** Receives ADF by HTTP POST, however it is labelled. Checks the secret before it reads the body. */
export const adfEndpoint: Endpoint = async (request, source, learned, useCases) => {
  requireSecret(request, source, learned, useCases);
  const declared = contentTypeOf(request);
  const bytes = await bodyOf(request, source);
  const text = sentText(bytes, declared);
  const leads = await leadsInAdf(bytes, adfTypeOf(declared, text), charsetOf(declared));
  const received = await receiveAll(useCases, source, leads, { text, declared });
  return { ...answerTo(received), ...told(received) };
};
