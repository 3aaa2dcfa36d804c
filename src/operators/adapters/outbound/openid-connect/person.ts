import { ProviderFailed } from '#operators/application/ports/outbound/identity-provider.ts';
import { isBlank, isReadable } from '../../../../domain/text.ts';
import type { Claims } from './claims.ts';

/** The most characters of a name, as for operators. */
const NAME_LIMIT = 100;
const EMAIL_LIMIT = 254;

/** The account's name, in the form of an operator's name: one for people, where the provider tells any. */
export function nameIn({ name, given_name, family_name, preferred_username, email, sub }: Claims): string {
  const parts = [given_name, family_name].map((claim) => readable(claim));
  const found = [name, parts.join(' '), preferred_username, email, sub]
    .map((claim) => readable(claim))
    .find((text) => !isBlank(text));
  if (found === undefined) throw new ProviderFailed('The identity provider does not say your name.');
  return found;
}

export const emailIn = ({ email }: Claims): string | undefined => readable(email, EMAIL_LIMIT) || undefined;

/** Whether the email is verified. Cognito says so as a text. */
export const isVerified = ({ email_verified: verified }: Claims): boolean =>
  verified === true || verified === 'true';

/** The email and whether it is verified, both from the same source: Authelia gives them only on request. */
export function emailOf(token: Claims, told: Claims): Claims {
  const { email, email_verified } =
    token.email_verified === undefined && (token.email ?? told.email) === told.email ? told : token;
  return { email, email_verified };
}

function readable(claim: unknown, limit = NAME_LIMIT): string {
  const characters = typeof claim === 'string' ? [...claim.trim()].filter(isReadable) : [];
  return characters.slice(0, limit).join('').trim();
}
