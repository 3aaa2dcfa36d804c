import type { DealType } from '../../../domain/deal-type.ts';
import { type Element, textOf, within } from './xml.ts';

type VehicleFields = {
  readonly [F in 'vehicleYear' | 'vehicleMake' | 'vehicleModel' | 'vehicleMiles']?: string | undefined;
};

/** What an ADF says of the vehicles in a lead. */
export interface AdfVehicles {
  readonly fields: VehicleFields;
  /** The deal type that the vehicles' interests tell; `undefined` without any vehicle. */
  readonly dealType: DealType | undefined;
  /** Lines for the notes: facts about the vehicles that no field holds. */
  readonly more: readonly string[];
}

/** Reads the vehicles. The lead's is the first that is not traded in, else the first. */
export function vehiclesOf(prospect: Element): AdfVehicles {
  const vehicles = within(prospect, 'vehicle');
  const wanted = vehicles.find((vehicle) => !isGiven(vehicle));
  const main = wanted ?? vehicles[0];
  return {
    fields: main ? fieldsOf(main) : {},
    dealType: main && (wanted ? 'sales' : 'buy-back'),
    more: [
      ...(main ? detailLines(main) : []),
      ...vehicles.filter((vehicle) => vehicle !== main).map(otherLine),
    ].filter(Boolean),
  };
}

/** The vehicle's interest. Without one it is `buy`, as ADF says. */
const interestOf = ({ attributes }: Element): string => (attributes.interest ?? 'buy').toLowerCase();

const isGiven = (vehicle: Element): boolean => /^(sell|trade-?in)$/.test(interestOf(vehicle));

/** Placeholders that senders write for unknown values. */
const NOTHING = /^(?:null|none|n\/?a|not specified|unspecified|unknown|undefined|any|-+|0+)?$/i;

function said(vehicle: Element, ...names: readonly string[]): string | undefined {
  const text = textOf(vehicle, ...names);
  return text === undefined || NOTHING.test(text) ? undefined : text;
}

const fieldsOf = (vehicle: Element): VehicleFields => ({
  vehicleYear: said(vehicle, 'year'),
  vehicleMake: said(vehicle, 'make', 'brand'),
  vehicleModel: said(vehicle, 'model'),
  vehicleMiles: odometerOf(vehicle).miles,
});

/** The mileage. A lead's field has miles, so kilometres go to the notes alone. */
function odometerOf(vehicle: Element): { readonly miles?: string; readonly km?: string } {
  const [odometer] = within(vehicle, 'odometer');
  const digits = (textOf(odometer, 'value') ?? odometer?.text ?? '').replace(/\D/g, '');
  if (!odometer || NOTHING.test(digits)) return {};
  const { units, unit } = odometer.attributes;
  const isMetric = /^(km|kilomet)/i.test(units ?? unit ?? textOf(odometer, 'units') ?? '');
  return isMetric ? { km: digits } : { miles: digits };
}

function detailLines(vehicle: Element): readonly string[] {
  const details = detailsOf(vehicle);
  return details.length > 0 ? [`Vehicle: ${details.join(', ')}`] : [];
}

function detailsOf(vehicle: Element): readonly string[] {
  const detail = (word: string, ...names: readonly string[]): readonly string[] => {
    const text = said(vehicle, ...names);
    return text ? [`${word}${text}`] : [];
  };
  const { km } = odometerOf(vehicle);
  const status = vehicle.attributes.status?.toLowerCase();
  return [
    ...(status ? [status] : []),
    ...detail('', 'trim'),
    ...detail('VIN ', 'vin'),
    ...detail('stock ', 'stock'),
    ...detail('condition ', 'condition'),
    ...detail('colour ', 'exteriorcolor'),
    ...detail('interior ', 'interiorcolor'),
    ...detail('', 'bodystyle'),
    ...detail('', 'transmission'),
    ...(km ? [`${km} km`] : []),
    ...within(vehicle, 'price').flatMap(priceOf),
  ];
}

/** A price with its kind and currency, such as `price (msrp) 20000 CAD`. */
function priceOf({ text, attributes: { type, currency } }: Element): readonly string[] {
  if (NOTHING.test(text)) return [];
  return [
    ['price', type && `(${type.toLowerCase()})`, text, currency?.toUpperCase()].filter(Boolean).join(' '),
  ];
}

function otherLine(vehicle: Element): string {
  const { vehicleYear, vehicleMake, vehicleModel, vehicleMiles } = fieldsOf(vehicle);
  const name = [vehicleYear, vehicleMake, vehicleModel].filter(Boolean).join(' ');
  const facts = [name, ...(vehicleMiles ? [`${vehicleMiles} miles`] : []), ...detailsOf(vehicle)].filter(
    Boolean,
  );
  const word = isGiven(vehicle) ? 'Trade-in' : 'Also of interest';
  return facts.length > 0 ? `${word}: ${facts.join(', ')}` : '';
}
