import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Signer } from '../../../domain/sources/source-kinds.ts';
import type { HttpRequest } from '../http/message.ts';
import { onlyValue } from '../http/sent-headers.ts';

/** Whether `secret` signed a request that was received `now`. */
export type FitsSignature = (secret: string, now: Date) => boolean;

/** Reads the signature of a request by the documentation of its sender; `undefined` if it has none. */
type ReadSignature = (request: HttpRequest, bytes: Uint8Array) => FitsSignature | undefined;

/** Milliseconds for which Webflow wants a signature to count. The others sign no time: their ids tell repetitions. */
const WEBFLOW_WINDOW_MS = 5 * 60_000;

/** How each sender signs the bytes of a body. */
export const signatures: Readonly<Record<Signer, ReadSignature>> = {
  /** `Typeform-Signature: sha256=` and the HMAC-SHA256 in base64. */
  typeform: (request, bytes) => {
    const [, sent] = /^sha256=(.+)$/.exec(header(request, 'typeform-signature')) ?? [];
    return sent ? (secret) => isSame(sent, hmac('sha256', secret, bytes).toString('base64')) : undefined;
  },

  /** `X-Webflow-Signature`: the HMAC-SHA256 of `timestamp:body` in hex; `X-Webflow-Timestamp`: milliseconds. */
  webflow: (request, bytes) => {
    const sent = header(request, 'x-webflow-signature');
    const time = header(request, 'x-webflow-timestamp');
    if (!sent || !/^\d{1,15}$/.test(time)) return undefined;
    const signed = Buffer.concat([Buffer.from(`${time}:`), bytes]);
    return (secret, now) =>
      Math.abs(now.getTime() - Number(time)) <= WEBFLOW_WINDOW_MS &&
      isSame(sent, hmac('sha256', secret, signed).toString('hex'));
  },

  /** `Signature`: the HMAC-SHA1 in base64. */
  callrail: (request, bytes) => {
    const sent = header(request, 'signature');
    return sent ? (secret) => isSame(sent, hmac('sha1', secret, bytes).toString('base64')) : undefined;
  },
};

const header = (request: HttpRequest, name: string): string =>
  onlyValue(request, name, 'forbidden-source') ?? '';

const hmac = (algorithm: 'sha1' | 'sha256', secret: string, bytes: Uint8Array): Buffer =>
  createHmac(algorithm, secret).update(bytes).digest();

/** Compares in a time that does not depend on where the texts begin to differ. */
function isSame(sent: string, computed: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(computed)];
  return one.length === other.length && timingSafeEqual(one, other);
}
