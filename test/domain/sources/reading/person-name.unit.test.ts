import { expect, it } from 'vitest';
import { personName } from '../../../../src/domain/sources/reading/person-name.ts';

/** What was sent, first and last name, and why. `+`: the name as sent is a line of the notes. */
const names: readonly (readonly [sent: string, first: string, last: string, why: string])[] = [
  // order
  ['Ada Example', 'Ada', 'Example', 'the usual order'],
  ['Mary Ann Smith', 'Mary Ann', 'Smith', 'the last word is the last name'],
  ['Lee Ann Sample', 'Lee Ann', 'Sample', 'as before'],
  ['Samuel T. Reed', 'Samuel T.', 'Reed', 'an initial stays with the first name'],
  ['J. P. Sample', 'J. P.', 'Sample', 'initials are first names'],
  ['Bob', 'Bob', '', 'one word is a first name'],
  ['Cher ', 'Cher', '', 'as before, without the blank'],
  ['Jean-Luc Example', 'Jean-Luc', 'Example', 'a hyphen joins'],
  ['Ada Smith-Jones', 'Ada', 'Smith-Jones', 'as before'],
  ['ADA EXAMPLE', 'ADA', 'EXAMPLE', 'letters stay as sent'],
  ['DUPONT Jean', 'DUPONT', 'Jean', 'capitals are no evidence: JOHN Smith, AJ Smith'],
  ['Ada\n   Example', 'Ada', 'Example', 'line ends and blanks are one blank'],
  ['La Toya Jones', 'La Toya', 'Jones', 'a first word with a capital is a first name'],
  ['Princess Sample', 'Princess', 'Sample', 'a name, no title'],
  ['Deacon Sample', 'Deacon', 'Sample', 'as before'],
  // comma
  ['Smith, John', 'John', 'Smith', 'the last name stands before the comma'],
  ['Smith,John', 'John', 'Smith', 'as before'],
  ["o'brien, sean", 'sean', "o'brien", 'as before'],
  ['Smith, John Jr.', 'John', 'Smith Jr.', 'a suffix ends the last name'],
  ['Smith Jr., John', 'John', 'Smith Jr.', 'as before'],
  ['Smith, John, Jr.', 'John', 'Smith Jr.', 'as before'],
  ['John Smith, Jr.', 'John', 'Smith Jr.', 'a comma before a suffix alone turns nothing round'],
  ['Smith, John A. III', 'John A.', 'Smith III', 'a suffix ends the last name'],
  ['García López, María José', 'María José', 'García López', 'the comma says so'],
  ['de la Cruz, Ana', 'Ana', 'de la Cruz', 'as before'],
  ['Smith,', 'Smith', '', 'nothing behind the comma: one word'],
  [', Ada', 'Ada', '', 'as before'],
  ['Martin King Jr., PhD', 'Martin', 'King Jr.', '+ a suffix before the comma, a degree behind it'],
  ['Eva Huber, BSc, MSc', 'Eva', 'Huber', '+ two degrees'],
  ['Smith, John, Burnaby', 'Smith, John, Burnaby', '', 'no shape of a name'],
  // titles and degrees
  ['Dr. Juan de la Vega III', 'Juan', 'de la Vega III', '+ a title'],
  ['Dr Ada Example', 'Ada', 'Example', '+ a title without a dot'],
  ['Dr. med. Anna Schmidt', 'Anna', 'Schmidt', '+ a title of two words'],
  ['Prof. Dr. h.c. Karl Otto', 'Karl', 'Otto', '+ as before'],
  ['Dona Smith', 'Dona', 'Smith', 'a first name, no title'],
  ['عبد الله بن سعود', 'عبد الله', 'بن سعود', 'a particle in Arabic'],
  ['Family Smith', 'Family Smith', '', 'a group of people'],
  ['Mr. John Smith', 'John', 'Smith', '+ a title'],
  ['MRS ADA EXAMPLE', 'ADA', 'EXAMPLE', '+ a title'],
  ['Herr Dr. Max Muster', 'Max', 'Muster', '+ two titles'],
  ['Frau Muster', 'Muster', '', '+ what is left is one word'],
  ['Señora Ana Pérez', 'Ana', 'Pérez', '+ a title'],
  ['Sr. Juan Pérez', 'Juan', 'Pérez', '+ before the name, Señor'],
  ['Juan Pérez Sr.', 'Juan', 'Pérez Sr.', 'behind the name, a suffix'],
  ['Mme Claire Exemple', 'Claire', 'Exemple', '+ a title'],
  ['Dipl.-Ing. Max Muster', 'Max', 'Muster', '+ a title'],
  ['Smith, Mr. John', 'John', 'Smith', '+ a title behind the comma'],
  ['Smith, Mr.', 'Smith', '', '+ a title alone'],
  ['Miss', 'Miss', '', 'something has to stay'],
  ['Ada Example, Ph.D.', 'Ada', 'Example', '+ a degree'],
  ['Ada Example MD', 'Ada', 'Example', '+ a degree'],
  ['Md Rahman', 'Md', 'Rahman', 'Mohammed, no degree'],
  ['John Smith Jr. MD', 'John', 'Smith Jr.', '+ a degree'],
  ['Don Smith', 'Don', 'Smith', 'a name more often than a title'],
  ['Major Sample', 'Major', 'Sample', 'as before'],
  ['Maj. Ada Sample', 'Ada', 'Sample', '+ with a dot, a title'],
  // suffixes and what looks like one
  ['John Smith Jr', 'John', 'Smith Jr', 'a suffix'],
  ['John Smith IV', 'John', 'Smith IV', 'a suffix'],
  ['John Jr.', 'John', 'Jr.', 'nothing else could be the last name'],
  ['Lena Ma', 'Lena', 'Ma', 'no degree, a name'],
  ['Binh Do', 'Binh', 'Do', 'no degree, no particle'],
  ['Jane Vi', 'Jane', 'Vi', 'no number'],
  // particles
  ['Van Nguyen', 'Van', 'Nguyen', 'a first word is a first name'],
  ['Lena van Sample', 'Lena', 'van Sample', 'a particle begins the last name'],
  ['Mary Jo Van Der Berg', 'Mary Jo', 'Van Der Berg', 'with capitals, too'],
  ['Ludwig von der Heide', 'Ludwig', 'von der Heide', 'two particles'],
  ['Omar Al Rashid', 'Omar', 'Al Rashid', 'a particle'],
  ['Ali bin Hassan', 'Ali', 'bin Hassan', 'a particle'],
  ['Yosef ben Avraham', 'Yosef', 'ben Avraham', 'a particle in small letters'],
  ['John Ben Smith', 'John Ben', 'Smith', 'with a capital, a name'],
  ['Maria da Silva', 'Maria', 'da Silva', 'a particle'],
  ['Paulo do Nascimento', 'Paulo', 'do Nascimento', 'in small letters, a particle'],
  ['Sean O’Brien', 'Sean', 'O’Brien', 'one word'],
  ["Sean O' Brien", 'Sean', "O' Brien", 'a particle'],
  ['Mary St. Clair', 'Mary', 'St. Clair', 'a particle'],
  ['de Vries', 'de Vries', '', 'a last name alone stays whole'],
  ['ben smith', 'ben', 'smith', 'a first name, where nothing has a capital'],
  ['van nguyen', 'van', 'nguyen', 'as before'],
  ['JUAN DE LA CRUZ', 'JUAN', 'DE LA CRUZ', 'particles in capitals'],
  ['Juan e Isabel Gómez', 'Juan e Isabel Gómez', '', 'a couple stays whole'],
  // Spanish
  ['María José García López', 'María José', 'García López', 'García is no first name'],
  ['Juan Pérez Gómez', 'Juan', 'Pérez Gómez', 'Pérez is no first name'],
  ['Juan Carlos Flores', 'Juan Carlos', 'Flores', 'no evidence for two last names'],
  ['María del Carmen Ruiz', 'María del Carmen', 'Ruiz', 'a first name of three words'],
  ['María de la Cruz', 'María', 'de la Cruz', 'nothing else could be the last name'],
  ['José Ortega y Gasset', 'José', 'Ortega y Gasset', 'y joins last names'],
  // East Asia
  ['王小明', '王小明', '', 'one word'],
  ['山田 太郎', '太郎', '山田', 'the family’s name stands first'],
  // several people, firms, no names
  ['John & Jane Doe', 'John & Jane Doe', '', 'a couple stays whole'],
  ['John and Jane Doe', 'John and Jane Doe', '', 'as before'],
  ['Mr. & Mrs. Smith', 'Mr. & Mrs. Smith', '', 'as before'],
  ['Doe, John & Jane', 'Doe, John & Jane', '', 'as before'],
  ['Max und Erika Muster', 'Max und Erika Muster', '', 'as before'],
  ['Juan y María López', 'Juan y María López', '', 'as before'],
  ['John/Jane Doe', 'John/Jane Doe', '', 'as before'],
  ['Acme Towing LLC', 'Acme Towing LLC', '', 'a firm stays whole'],
  ['Blue Towing, Inc.', 'Blue Towing, Inc.', '', 'as before'],
  ['Muster GmbH', 'Muster GmbH', '', 'as before'],
  ['Muster AG', 'Muster AG', '', 'as before'],
  ['The Smith Family', 'The Smith Family', '', 'a group stays whole'],
  ['City of Springfield', 'City of Springfield', '', 'as before'],
  ['Ada Example - call me', 'Ada Example - call me', '', 'no shape of a name'],
  ['John Smith 2', 'John Smith 2', '', 'as before'],
  // additions
  ['Lee Ann Sample (wife)', 'Lee Ann', 'Sample', '+ in brackets'],
  ['Robert "Bob" Smith', 'Robert', 'Smith', '+ in quotation marks'],
  ['Ada Example <ada@example.com>', 'Ada', 'Example', '+ an address'],
  ['(Bob)', '(Bob)', '', 'something has to stay'],
];

it.each(names)('%s is %s / %s: %s', (sent, firstName, last, why) => {
  const notes = why.startsWith('+') ? [`Name as sent: ${sent}`] : [];
  expect(personName(sent)).toEqual({ firstName, lastName: last || undefined, notes });
});

it('takes a long text for no name, and the worst in no time', () => {
  const long = 'Ada (" , '.repeat(80_000);
  const start = performance.now();
  for (const text of [long, long.slice(0, 1_000), '('.repeat(1_000), 'a '.repeat(500)]) personName(text);
  expect(performance.now() - start).toBeLessThan(100);
});
