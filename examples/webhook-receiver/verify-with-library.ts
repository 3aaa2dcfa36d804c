import { Webhook } from 'standardwebhooks'; // npm install standardwebhooks

/** The same with the library. Throws if the message is not genuine; returns its content. */
export const verified = (secret: string, headers: Record<string, string>, body: string): unknown =>
  new Webhook(secret).verify(body, headers);
