import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Seconds that a message may be old, or ahead of this clock. */
const TOLERANCE = 300;
/** Bytes. No event is as large, and a stranger may send much. */
const LARGEST_BODY = 1_000_000;

/** Whether the message comes from whoever knows the secret, and is not an old one sent again (Standard Webhooks 1.0). */
export function verify(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  now = Date.now() / 1_000,
): boolean {
  const id = headers['webhook-id'];
  const timestamp = Number(headers['webhook-timestamp']);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (!id || key.length === 0 || !(Math.abs(now - timestamp) <= TOLERANCE)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const signatures = String(headers['webhook-signature']).split(' ');
  return signatures.some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * The body of a request, exactly as it was signed. Resolves to nothing if it is not genuine, too large, or breaks off.
 */
export async function genuineBody(secret: string, request: IncomingMessage): Promise<string | undefined> {
  const body = await bodyOf(request).catch(() => undefined);
  return body !== undefined && verify(secret, request.headers, body) ? body : undefined;
}

/** Says no, and ends the connection: else Node would read the rest, however much it is. */
export const refuse = (response: ServerResponse) =>
  response.writeHead(401, { connection: 'close' }).end('bad signature');

/** Never holds more than the largest body: what is too large is known from its length, or ends the connection. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
