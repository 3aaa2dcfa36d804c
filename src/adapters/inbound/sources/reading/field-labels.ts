import { type LeadField, leadFields } from '../../../../domain/invalid-lead.ts';
import { spelling } from '../../../../domain/name.ts';

/**
 * What a sender's field is: a field of a lead; a part of the name, the address, the phone or a vehicle, from which one
 * is made; a line of the notes (`note`); or a code of the form itself, which tells nobody anything (`code`).
 */
export type Meaning =
  | LeadField
  | ('name' | 'middleName' | 'nameTitle' | 'nameSuffix')
  | ('areaCode' | 'state' | 'country' | 'vin' | 'trade')
  | ('note' | 'code');

/** Common labels in English, German, French and Spanish: their letters alone, without accents. */
const LABELS: { readonly [M in Meaning]?: string } = {
  name: 'name fullname names customername contactperson ansprechpartner vorundnachname vornameundnachname vornamenachname nom nomcomplet nometprenom nomprenom prenometnom prenomnom nombre nombrecompleto nombreyapellido nombreyapellidos nombreapellidos firstandlastname firstlastname',
  firstName: 'fname first given givenname forename firstnames namefirst vorname prenom primernombre',
  lastName:
    'lname last surname family familyname namelast nachname familienname zuname nomdefamille apellido apellidos primerapellido',
  middleName: 'middle middlename middleinitial namemiddle',
  nameTitle: 'prefix nameprefix salutation honorific anrede civilite tratamiento',
  nameSuffix: 'suffix namesuffix segundoapellido',
  email:
    'mail emailaddress emailid mailaddress replyto emailconfirm emailconfirmation emailadresse mailadresse adresseemail adressemail adresseelectronique adressecourriel courriel courrielelectronique correo correoelectronico direccionemail direcciondecorreo direcciondecorreoelectronico',
  phone:
    'phonenumber phoneno telephone telephonenumber tel telno telnumber mobile mobilenumber mobileno mobilephone mobilephonenumber phonemobile cell cellphone cellnumber cellphonenumber cellular phonecell phonehome phonework businessphone contactnumber contactno callbacknumber textnumber whatsapp telefon telefonnummer telefonnr rufnummer handy handynummer mobil mobilnummer mobiltelefon mobiltelefonnummer telefonmobil festnetz numerodetelephone numerotelephone telephoneportable telephonemobile telportable portable cellulaire telefono numerodetelefono telefonomovil telefonocelular movil celular numerodecelular',
  zip: 'zipcode postal postalcode postcode zippostal zippostalcode zipcodepostalcode ziporpostalcode plz postleitzahl codepostal codigopostal',
  notes:
    'leadnotes note message messages comment comments commentsquestions commentsorquestions questionscomments question questions inquiry enquiry description body remarks details additionalinformation additionalcomments howcanwehelp howcanwehelpyou nachricht mitteilung bemerkung bemerkungen anmerkung anmerkungen kommentar anfrage frage fragen mensaje comentario comentarios consulta pregunta preguntas commentaire commentaires demande',
  vehicleYear: 'year modelyear baujahr annee ano',
  vehicleMake: 'make marke marque marca',
  vehicleModel: 'model modell modele modelo',
  vehicleMiles: 'miles mileage odometer vehiclemileage vehicleodometer',
  externalLeadId: 'leadid submissionid',
  areaCode: 'areacode area vorwahl',
  state: 'state province stateprovince stateorprovince region',
  country: 'country countrycode land pays pais',
  vin: 'vin vinnumber vehiclevin',
  code: 'oid returl returnurl xnqsjsdp xmiwtld zcgad actiontype action formid formbuildid formtoken pageid postid queriedid utf commit submit op debug debugemail encoding nonce token honeypottime',
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...leadFields.map((field) => [field.toLowerCase(), field] as const),
  ...Object.entries(LABELS).flatMap(([meaning, labels]) =>
    labels.split(' ').map((label) => [label, meaning as Meaning] as const),
  ),
]);

/** Words that a label may have besides: `Your Name`, `customer_phone_number`, `Ihre E-Mail`, `txtEmail`. */
const BESIDES = new Set(
  'a the your my our you please enter what is s customer client lead contact user person buyer applicant visitor primary personal main best preferred daytime evening day home work confirm repeat verify retype field input text txt box here et pb q ihr ihre ihren tagsuber privat dein deine votre vos ton su tu'.split(
    ' ',
  ),
);

/** Software of pages adds fields with such names. */
const CODE =
  /^(?:_|utm_|gform_|is_submit_)|captcha|turnstile|csrf|viewstate|eventvalidation|altcha|(?:^|_)token$/i;

/** The words of a label, in small letters and without accents: `customer_phoneNumber2` → customer, phone, number. */
export const wordsOf = (label: string): readonly string[] =>
  spelling(label.slice(0, LONGEST).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).match(/\p{L}+/gu) ?? [];

/** The most characters of a label that are read. */
const LONGEST = 200;

/** The meanings of labels that were read: the same forms come again and again. Reading one costs 3 µs. */
const read = new Map<string, Meaning>();
const MOST_READ = 1_000;

/** The meaning of a label that stands for itself, without what it is within. */
export function meaningOf(label: string): Meaning {
  const known = read.get(label);
  if (known) return known;
  const meaning = meaningIn(label);
  if (read.size === MOST_READ) read.clear();
  if (label.length <= LONGEST) read.set(label, meaning);
  return meaning;
}

function meaningIn(label: string): Meaning {
  if (/^_replyto$/i.test(label)) return 'email';
  if (CODE.test(label)) return 'code';
  const words = wordsOf(label);
  const whole = MEANINGS.get(words.join(''));
  if (whole) return whole;
  if (words[0] === 'trade' || words[0] === 'tradein') return 'trade';
  return MEANINGS.get(words.filter((word) => !BESIDES.has(word)).join('')) ?? 'note';
}
