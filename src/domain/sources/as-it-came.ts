import { type Source, withoutSecrets } from './source.ts';

/** What a source sent, as it is kept beside the lead that was made of it. */
export interface AsItCame {
  readonly sourceId: string;
  /** When it came. */
  readonly at: Date;
  /** The text that was sent, decoded and without the source's secrets: up to `MOST_CHARACTERS`. */
  readonly text: string;
  /** True if the text was longer. */
  readonly cut?: true | undefined;
  /** The media type that its sender declared. */
  readonly declared?: string | undefined;
}

/** The most characters that are kept of a text. */
const MOST_CHARACTERS = 128 * 1024;
const DAY_MS = 86_400_000;

/** The time before which nothing is kept any more as it came. */
export const keptSince = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Makes the record of what a source sent. */
export function asItCame(
  { id }: Pick<Source, 'id'>,
  { text, at, declared }: Pick<AsItCame, 'text' | 'at' | 'declared'>,
): AsItCame {
  const clean = withoutSecrets(text);
  const kept = clean.slice(0, MOST_CHARACTERS).toWellFormed(); // the cut may part a pair of surrogates
  return {
    sourceId: id,
    at,
    text: kept,
    ...(kept.length < clean.length && { cut: true }),
    ...(declared !== undefined && { declared }),
  };
}
