import type { SourceIntake } from '../../../application/ports/inbound/source.ts';
import type { Source } from '../../../domain/sources/source.ts';
import { HttpError } from '../http/http-error.ts';
import type { HttpRequest } from '../http/message.ts';
import type { Learned } from '../http/operation.ts';
import { onlyValue } from '../http/sent-headers.ts';
import { bodyOf, isKnown } from './sender.ts';
import { signatures } from './signatures.ts';

type Proving = Pick<SourceIntake, 'knowsSecret' | 'isSigned'>;

/**
 * Reads the body of a sender that proves itself: by the source's secret, which is checked before the body is read, or
 * by its signature of the body. Throws HttpError.
 */
export async function provenBody(
  request: HttpRequest,
  source: Source,
  learned: Learned,
  useCases: Proving,
): Promise<Uint8Array> {
  if (source.signed) return signedBody(request, source, learned, useCases);
  requireSecret(request, source, learned, useCases);
  return bodyOf(request, source);
}

/** Throws HttpError unless the request has the source's secret. */
function requireSecret(
  request: HttpRequest,
  source: Source,
  learned: Learned,
  { knowsSecret }: Pick<SourceIntake, 'knowsSecret'>,
): void {
  const secret = secretOf(request);
  if (!secret || !knowsSecret(source, secret)) throw new HttpError('forbidden-source');
  isKnown(learned, source);
}

async function signedBody(
  request: HttpRequest,
  source: Source,
  learned: Learned,
  { isSigned }: Proving,
): Promise<Uint8Array> {
  const bytes = await bodyOf(request, source);
  const fits = source.signed && signatures[source.signed](request, bytes);
  if (!fits || !isSigned(source, fits)) throw new HttpError('forbidden-source');
  isKnown(learned, source);
  return bytes;
}

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
