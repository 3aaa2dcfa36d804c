import { placesOf, type triedView } from '../../presentation/source-views.ts';
import { type Html, html } from '../html.ts';

/** Says from where a field of what came was read, and what is wrong with it. */
export function readNote(
  { readFrom, faults }: Pick<ReturnType<typeof triedView>, 'readFrom' | 'faults'>,
  name: string,
): Html {
  const place = placesOf(readFrom, name);
  return html`${place && html`<span class="soft">← <bdi>${place}</bdi></span>`} ${faults[name] && html`<b>${faults[name]}</b>`}`;
}
