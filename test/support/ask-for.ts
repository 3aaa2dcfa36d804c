import { inject } from 'vitest';
import type { Offers } from './offers.ts';

/** What the run has once for all its test files; `undefined` if it is not to be had here. The first to ask waits longest. */
export async function askFor<Name extends keyof Offers>(name: Name): Promise<Offers[Name] | undefined> {
  const answer = await fetch(inject('offers') + name);
  if (!answer.ok) throw new Error(await answer.text());
  const { offered } = (await answer.json()) as { offered?: Offers[Name] };
  return offered;
}
