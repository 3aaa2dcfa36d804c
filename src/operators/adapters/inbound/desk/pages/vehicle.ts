import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { vehicleParts } from '../../presentation/lead-words.ts';
import { type Html, html } from '../html.ts';

/** A vehicle, its mileage on one line; `false` if none is known. */
export function vehiclePart(deal: Pick<WorkedDeal, 'vehicle'>, zone: TimeZone): Html | false {
  const [car, mileage] = vehicleParts(deal, zone);
  if (mileage === '') return car !== '' && html`<bdi>${car}</bdi>`;
  return html`<bdi>${car && `${car}, `}<span class="whole">${mileage}</span></bdi>`;
}
