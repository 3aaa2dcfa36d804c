import type { DealType } from '../../../domain/deal-type.ts';
import { vinOf } from '../../../domain/sources/reading/codes.ts';
import { amountOf, factsIn, joined, noted, placeOf, saysNothing, typeOf, type Words } from './adf-facts.ts';
import type { Answer } from './reading/lead-of-answers.ts';
import { type Element, textOf, within } from './xml.ts';

/** What an ADF says of the vehicles in a lead. */
export interface AdfVehicles {
  /** The lead's vehicle as fields, and lines of the notes about it and the others. */
  readonly answers: readonly Answer[];
  /** The deal type that the vehicles' interests tell; `undefined` without any vehicle. */
  readonly dealType: DealType | undefined;
}

/** Reads the vehicles. The lead's is the first that is not traded in, else the first. */
export function vehiclesOf(prospect: Element): AdfVehicles {
  const vehicles = within(prospect, 'vehicle');
  const wanted = vehicles.find((vehicle) => !isGiven(vehicle));
  const main = wanted ?? vehicles[0];
  return {
    answers: [
      ...(main ? mainVehicle(main) : []),
      ...vehicles.filter((vehicle) => vehicle !== main).flatMap(otherVehicle),
    ],
    dealType: main && (wanted ? 'sales' : 'buy-back'),
  };
}

/** The vehicle's interest. Without one it is `buy`, as ADF says. */
const interestOf = ({ attributes: { interest } }: Element): string =>
  (interest || 'buy').toLowerCase().replace(/[\s_]+/g, '-');

const isGiven = (vehicle: Element): boolean => /^(?:sell|trade(?:-?in)?)$/.test(interestOf(vehicle));

/** Facts about a vehicle that are fields of a lead, by the names under which senders write them. */
const FIELDS = [
  ['vehicleYear', ['year']],
  ['vehicleMake', ['make', 'brand']],
  ['vehicleModel', ['model']],
  ['vehicleMiles', ['odometer']],
] as const;

/** The first elements with these names that say something, as a field each. */
const fieldsOf = (vehicle: Element) =>
  FIELDS.flatMap(([is, names]) => {
    const element = within(vehicle, ...names).find((each) => !saysNothing(each));
    const value = is === 'vehicleMiles' ? element && milesIn(element) : element?.text;
    return element && value ? [{ is, value, element }] : [];
  });

function mainVehicle(vehicle: Element): readonly Answer[] {
  const fields = fieldsOf(vehicle);
  const interest = interestOf(vehicle);
  return [
    ...fields.map(({ is, value, element }) => ({ is, value, place: placeOf(element) })),
    ...noted('Interest', interest === 'buy' ? [] : [interest], vehicle),
    ...noted('Vehicle', detailsOf(vehicle, new Set(fields.map(({ element }) => element))), vehicle),
    ...within(vehicle, 'finance').flatMap(financeLine),
  ];
}

function otherVehicle(vehicle: Element): readonly Answer[] {
  const fields = fieldsOf(vehicle);
  const name = fields.filter(({ is }) => is !== 'vehicleMiles').map(({ value }) => value);
  const miles = fields.filter(({ is }) => is === 'vehicleMiles').map(({ value }) => `${value} miles`);
  const interest = interestOf(vehicle);
  const facts = [
    ...(name.length > 0 ? [name.join(' ')] : []),
    ...(/^(?:buy|sell|trade.*)$/.test(interest) ? [] : [interest]),
    ...miles,
    ...detailsOf(vehicle, new Set(fields.map(({ element }) => element))),
    ...within(vehicle, 'finance').flatMap((finance) => factsIn(finance, FINANCE)),
  ];
  return noted(isGiven(vehicle) ? 'Trade-in' : 'Also of interest', facts, vehicle);
}

function detailsOf(vehicle: Element, read: ReadonlySet<Element>): readonly string[] {
  const { interest: _, status, ...others } = vehicle.attributes;
  const colours = within(vehicle, 'colorcombination');
  const words = {
    ...VEHICLE,
    colorcombination: (element: Element) => coloursIn(element, colours.indexOf(element) + 1),
  };
  return [
    ...(status ? [status.toLowerCase()] : []),
    ...Object.entries(others).flatMap(([name, value]) => (value ? [`${name} ${value}`] : [])),
    ...factsIn(vehicle, words, read),
  ];
}

/** The kind of an amount, in words. */
const amountTypeOf = (amount: Element): string => typeOf(amount).replace(/^down-?payment$/, 'down payment');

const VEHICLE: Words = {
  comments: null,
  comment: null,
  finance: null,
  trim: '',
  bodystyle: '',
  transmission: '',
  exteriorcolor: 'colour',
  interiorcolor: 'interior',
  pricecomments: 'price:',
  imagetag: 'picture',
  vin: (vin) => (saysNothing(vin) ? [] : [`VIN ${vinOf(vin.text)}`]),
  odometer: kilometres,
  price: (price) => amountOf(price, joined('price', price.attributes.type && `(${amountTypeOf(price)})`)),
  option: (option) => {
    const [name, ...more] = factsIn(option, { optionname: '' });
    return name ? [joined('option', name, more.length > 0 ? `(${more.join(', ')})` : undefined)] : [];
  },
};

/** One of the colours that a customer may choose: all but the first say which choice they are. */
function coloursIn(combination: Element, place: number): readonly string[] {
  const choice = textOf(combination, 'preference') ?? `${place}`;
  const colours = factsIn(combination, { ...VEHICLE, preference: null });
  return choice === '1' ? colours : colours.map((colour) => `${colour} (choice ${choice})`);
}

const digitsIn = (odometer: Element): string =>
  (textOf(odometer, 'value') ?? odometer.own).replace(/\D/g, '').replace(/^0+$/, '');

const isMetric = (odometer: Element): boolean => {
  const { units, unit } = odometer.attributes;
  return /^(?:km|kilomet)/i.test(units ?? unit ?? textOf(odometer, 'units') ?? '');
};

/** The mileage. A lead's field has miles, so kilometres go to the notes alone. */
const milesIn = (odometer: Element): string => (isMetric(odometer) ? '' : digitsIn(odometer));

function kilometres(odometer: Element): readonly string[] {
  const digits = digitsIn(odometer);
  return digits === '' ? [] : [`${digits} ${isMetric(odometer) ? 'km' : 'miles'}`];
}

/** A line about the financing that a customer wants, or has. */
export const financeLine = (finance: Element): readonly Answer[] =>
  noted('Finance', factsIn(finance, FINANCE), finance);

const FINANCE: Words = {
  method: '',
  frequency: 'paid',
  amount: (amount) => amountOf(amount, amountTypeOf(amount) || 'amount'),
  balance: (balance) =>
    amountOf(balance, joined('balance', balance.attributes.type && `(${amountTypeOf(balance)})`)),
};
