import { type SourceLead, unreadLead } from '../../../domain/sources/source-lead.ts';
import type { Meaning } from './reading/field-labels.ts';
import { type Answer, leadOfAnswers, MOST_LEADS } from './reading/lead-of-answers.ts';
import { type Budget, type Element, fullBudget, readXml, textOf, within, without } from './xml.ts';

/** Makes a function that reads leads of STAR in the parts of one message, which share its bounds. */
export function starReader(): (text: string) => readonly SourceLead[] {
  const budget = fullBudget();
  return (text) => readStar(text, budget);
}

/**
 * Reads the leads in a text with STAR 4's or 5's `ProcessSalesLead`: name, emails, phones, ZIP, vehicle, and comments,
 * also those that some senders write behind the document.
 */
function readStar(text: string, budget: Budget): readonly SourceLead[] {
  const [, prefix = '', name = ''] = /<((?:[\w.-]{1,40}:)?)(processsaleslead)(?=[\s>])/i.exec(text) ?? [];
  const begin = text.indexOf(`<${prefix}${name}`);
  const tag = `</${prefix}${name}>`;
  const end = text.indexOf(tag, begin);
  const xml = text.slice(begin, end < 0 ? text.length : end + tag.length);
  const { root, why } = readXml(xml, budget);
  const unreadable = end < 0 ? 'cut-off' : why;
  const leads = within(root, 'saleslead');
  if (leads.length === 0 || leads.length > MOST_LEADS) {
    const fault = unreadable ?? (leads.length === 0 ? 'no-document' : 'too-large');
    return [unreadLead(xml, fault)];
  }
  const behind = end < 0 ? '' : text.slice(end + tag.length);
  const comments = behind.includes('<') ? '' : behind.trim();
  return leads.map((lead) => ({
    ...leadOf(lead, leads.length === 1 ? comments : ''),
    document: leads.length === 1 ? xml : JSON.stringify(flat(lead)),
    unreadable,
  }));
}

const flat = ({ name, text, children }: Element): object => [name, text, children.map(flat)];

function leadOf(lead: Element, behind: string): Omit<SourceLead, 'document'> {
  const [customer] = within(lead, 'customerprospect', 'individualprospect', 'prospectparty');
  const [trade] = within(lead, 'tradein', 'tradeinvehicle', 'tradeinvehiclelineitem');
  const vehicle = without(lead, (each) => each === trade);
  const comments = [
    ...within(lead, 'leadcomments', 'customercomments', 'comments').map(({ text }) => text),
    behind,
  ];
  const answers = [
    ...answersIn(customer, CUSTOMER),
    ...within(customer, 'uriid', 'emailaddress').map(emailOf),
    ...within(customer, 'telephonecommunication', 'telephone').map(phoneOf),
    ...answersIn(vehicle, VEHICLE),
    ...answersIn(trade, VEHICLE).map(({ is, value }) => answer('trade', is.replace('vehicle', ''), value)),
    answer('notes', 'Comments', [...new Set(comments)].filter(Boolean).join('\n')),
  ];
  const { fields, readFrom } = leadOfAnswers(answers.filter(({ value }) => value !== ''));
  const id = within(lead, 'documentid').find(({ text }) => text !== '')?.text;
  return {
    senderId: id,
    guessedType: answersIn(vehicle, VEHICLE).length > 0 ? 'sales' : undefined,
    fields: { ...fields, externalLeadId: id },
    readFrom: readFrom.map(({ field, place }) => ({ field, place: `<${place}>` })),
  };
}

/** What a value is, by the names of its elements; the first of them that has a text counts. */
type Names = readonly (readonly [is: Meaning, ...names: readonly string[]])[];

const CUSTOMER: Names = [
  ['firstName', 'GivenName'],
  ['middleName', 'MiddleName'],
  ['lastName', 'FamilyName'],
  ['nameSuffix', 'NameSuffix', 'Suffix'],
  ['zip', 'Postcode', 'PostalCode'],
  ['state', 'StateOrProvinceCountrySub-DivisionID', 'StateOrProvince'],
  ['country', 'CountryID', 'Country'],
];
const VEHICLE: Names = [
  ['vehicleYear', 'ModelYear'],
  ['vehicleMake', 'MakeString', 'ManufacturerName', 'Make'],
  ['vehicleModel', 'Model', 'ModelDescription'],
  ['vin', 'VehicleID', 'VIN'],
];

const answer = (is: Meaning, place: string, value: string): Answer => ({ is, place, value });

const answersIn = (element: Element | undefined, names: Names): readonly Answer[] =>
  names.flatMap(([is, ...wanted]) => {
    const place = wanted.find((name) => textOf(element, name.toLowerCase()));
    return place ? [answer(is, place, textOf(element, place.toLowerCase()) ?? '')] : [];
  });

/** The element has also addresses of pages. */
const emailOf = ({ text }: Element): Answer =>
  answer(text.includes('@') ? 'email' : 'note', text.includes('@') ? 'Email' : 'Page', text);

function phoneOf(element: Element): Answer {
  const parts =
    textOf(element, 'completenumber') ??
    ['areanumbercode', 'localnumber']
      .map((name) => textOf(element, name))
      .filter(Boolean)
      .join(' ');
  const isFax = /fax/i.test(`${textOf(element, 'channelcode', 'usecode')} ${element.attributes.desc}`);
  return answer(isFax ? 'note' : 'phone', isFax ? 'Fax' : 'Telephone', parts || element.text);
}
