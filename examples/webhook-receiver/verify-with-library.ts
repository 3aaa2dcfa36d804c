import { Webhook } from 'standardwebhooks'; // npm install standardwebhooks; svix returns nothing: parse the body yourself

/**
 * The same with the library. Throws if the message is not genuine; returns its content. The library (1.1.1) finds nothing
 * in the `Headers` of fetch, which Hono and Next.js have, and no secret with a line break, as files end with.
 */
export const verified = (secret: string, headers: Record<string, string> | Headers, body: string): unknown =>
  new Webhook(secret.trim()).verify(body, headers instanceof Headers ? Object.fromEntries(headers) : headers);
