/** States and territories whose ZIP codes begin with 0, which sheets leave out. */
const ZERO_STATES =
  /^(?:CT|MA|ME|NH|NJ|PR|RI|VI|VT|Connecticut|Massachusetts|Maine|New Hampshire|New Jersey|Puerto Rico|Rhode Island|(?:U\.?S\.? )?Virgin Islands|Vermont)$/i;
const UNITED_STATES = /^(?:US|USA|U\.S\.(?:A\.)?|United States(?: of America)?)$/i;

/** A ZIP code with the zeros that a sheet left out, if state or country says that it is one of the United States. */
export function zipOf(
  zip: string,
  place: { readonly state: string | undefined; readonly country: string | undefined },
): string {
  const isCut = /^\d{3,4}(?:-\d{4})?$/.test(zip.trim());
  const { state = '', country = '' } = place;
  if (!isCut || !(ZERO_STATES.test(state.trim()) || UNITED_STATES.test(country.trim()))) return zip;
  const [head = '', ...tail] = zip.trim().split('-');
  return [head.padStart(5, '0'), ...tail].join('-');
}

/** A vehicle identification number in capitals; another text as it is. */
export const vinOf = (text: string): string =>
  /^[a-hj-npr-z\d]{17}$/i.test(text.trim()) ? text.trim().toUpperCase() : text;
