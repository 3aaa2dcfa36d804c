import type { CustomFetch } from 'openid-client';
import { ProviderFailed } from '#operators/application/ports/outbound/identity-provider.ts';

/** Asks the provider. Throws ProviderFailed, with the address, if nothing answers there, or only that it cannot now. */
export const ask: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit).catch((error) => {
    if (error instanceof TypeError && error.cause === undefined) throw error; // not of the network
    throw down(url, causeOf(error));
  });
  if (answer.status >= 500 || answer.status === 429) throw down(url, String(answer.status));
  return answer;
};

function down(url: string, cause: string): ProviderFailed {
  const { origin, pathname } = new URL(url);
  return new ProviderFailed(`The identity provider does not answer at ${origin}${pathname} (${cause}).`, {
    isDown: true,
  });
}

/** The code of a network error, such as ECONNREFUSED or CERT_HAS_EXPIRED. Fetch has none for a port that it never asks. */
function causeOf(error: unknown): string {
  const { code, cause, message, name } = error as Readonly<
    Record<'code' | 'cause' | 'message' | 'name', unknown>
  >;
  if (cause !== undefined) return causeOf(cause);
  if (name === 'TimeoutError') return 'no answer in time';
  return message === 'bad port' ? 'fetch refuses this port' : label(code);
}

/** A code, if it looks like one; other text is not repeated. */
export const label = (code: unknown): string =>
  typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'unknown';

/**
 * Asks as `ask` does, and repeats the answer to the first form that was sent: a code works once, but its answer may be
 * looked at twice.
 */
export function askOnce(): CustomFetch {
  let first: Promise<Response> | undefined;
  return async (url, options) => {
    if (options.method !== 'POST') return ask(url, options);
    first ??= ask(url, options);
    return (await first).clone();
  };
}
