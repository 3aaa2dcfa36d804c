/** A form after a documented shape, and the lead that it is. */
export interface FormCase {
  /** The software, and what is unusual. */
  readonly of: string;
  readonly sent: Readonly<Record<string, string>>;
  /** Fields of the lead; `notes` as one text. What is not named is absent. */
  readonly read: Readonly<Record<string, string>>;
  /** The source's own names. */
  readonly own?: Readonly<Record<string, 'name' | 'email' | 'firstName' | 'phone' | 'vehicleMake'>>;
}

const ada = { firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' };
const email = 'ada@example.com';
const phone = '604-555-0123';

export const forms: readonly FormCase[] = [
  {
    of: 'Salesforce Web-to-Lead: company is the customer’s firm; codes are left out',
    sent: {
      oid: '00D000000000001',
      retURL: 'https://www.example.com/thanks',
      first_name: 'Ada',
      last_name: 'Example',
      email,
      company: 'Acme Towing LLC',
      phone,
      '00N000000000001': 'Blue',
      debug: '1',
      debugEmail: 'it@example.com',
    },
    read: { ...ada, phone, notes: 'company: Acme Towing LLC\n00N000000000001: Blue' },
  },
  {
    of: 'Salesforce Web-to-Lead with its required fields alone: the last name is the name',
    sent: { oid: '00D000000000001', last_name: 'Example', company: 'Acme', email },
    read: { firstName: 'Example', email, notes: 'company: Acme' },
  },
  {
    of: 'Zoho Web-to-Lead: labels with blanks',
    sent: {
      xnQsjsdp: 'abc',
      zc_gad: '',
      xmIwtLD: 'def',
      actionType: 'TGVhZHM=',
      returnURL: 'https://www.example.com',
      Company: 'Acme',
      'First Name': 'Ada',
      'Last Name': 'Example',
      Email: email,
      Phone: '',
      Mobile: phone,
      'Zip Code': '02134',
      Description: 'A van?',
    },
    read: { ...ada, phone, zip: '02134', notes: 'A van?\nCompany: Acme' },
  },
  {
    of: 'Contact Form 7',
    sent: {
      _wpcf7: '12',
      _wpcf7_version: '6.0',
      _wpcf7_unit_tag: 'wpcf7-f12-o1',
      'your-name': 'Ada Example',
      'your-email': email,
      'your-subject': 'A van',
      'your-message': 'Is it there?',
    },
    read: { ...ada, notes: 'Is it there?\nyour-subject: A van' },
  },
  {
    of: 'Elementor: fields by id',
    sent: {
      'form_fields[name]': 'Ada Example',
      'form_fields[email]': email,
      'form_fields[message]': 'Hello',
      post_id: '7',
      form_id: 'a1b2',
      queried_id: '7',
      action: 'elementor_pro_forms_send_form',
    },
    read: { ...ada, notes: 'Hello' },
  },
  {
    of: 'Elementor’s webhook, simple: labels',
    sent: {
      'Your Name': 'Ada Example',
      Email: email,
      'Cell Phone': phone,
      form_id: 'a1b2',
      form_name: 'New Form',
    },
    read: { ...ada, phone, notes: 'form_name: New Form' },
  },
  {
    of: 'Elementor’s webhook, with advanced data: the form’s name is nobody’s',
    sent: {
      'form[id]': 'a1b2',
      'form[name]': 'New Form',
      'fields[name][id]': 'name',
      'fields[name][type]': 'text',
      'fields[name][title]': 'Name',
      'fields[name][value]': 'Ada Example',
      'fields[name][raw_value]': 'Ada Example',
      'fields[name][required]': '1',
      'fields[field_5b1][id]': 'field_5b1',
      'fields[field_5b1][title]': 'E-mail *',
      'fields[field_5b1][value]': email,
      'fields[field_5b1][raw_value]': email,
      'fields[field_7c2][title]': 'Which colour?',
      'fields[field_7c2][value]': 'Blue',
      'meta[page_url][title]': 'Page URL',
      'meta[page_url][value]': 'https://www.example.com/vans',
    },
    read: {
      ...ada,
      notes: 'form[name]: New Form\nWhich colour?: Blue\nPage URL: https://www.example.com/vans',
    },
  },
  {
    of: 'Divi',
    sent: {
      et_pb_contact_name_0: 'Ada Example',
      et_pb_contact_email_0: email,
      et_pb_contact_message_0: 'Hello',
      et_pb_contactform_submit_0: 'et_contact_proccess',
      '_wpnonce-et-pb-contact-form-submitted-0': 'x',
    },
    read: { ...ada, notes: 'Hello\net_pb_contactform_submit_0: et_contact_proccess' },
  },
  {
    of: 'Fluent Forms: the name’s parts',
    sent: {
      'names[first_name]': 'Ada',
      'names[last_name]': 'Example',
      email,
      phone,
      message: 'Hello',
      _fluentform_1_fluentformnonce: 'x',
    },
    read: { ...ada, phone, notes: 'Hello' },
  },
  {
    of: 'Gravity Forms, sent by name of input with --field',
    sent: { 'input_1.3': 'Ada', input_2: email, is_submit_1: '1', gform_submit: '1' },
    own: { 'input_1.3': 'firstName', input_2: 'email' },
    read: { firstName: 'Ada', email, notes: '' },
  },
  {
    of: 'Webflow: names of its own numbering',
    sent: { 'name-2': 'Ada Example', 'Email-2': email, 'Phone-Number': phone, Field: 'Saturday' },
    read: { ...ada, phone, notes: 'Field: Saturday' },
  },
  {
    of: 'Squarespace and Mailchimp: short names',
    sent: { FNAME: 'Ada', LNAME: 'Example', EMAIL: email, PHONE: phone },
    read: { ...ada, phone, notes: '' },
  },
  {
    of: 'HubSpot: names without signs',
    sent: {
      firstname: 'Ada',
      lastname: 'Example',
      email,
      mobilephone: phone,
      company: 'Acme',
      message: 'Hello',
    },
    read: { ...ada, phone, notes: 'Hello\ncompany: Acme' },
  },
  {
    of: 'Formspree: _replyto is the email',
    sent: {
      name: 'Ada Example',
      _replyto: email,
      phone,
      message: 'Call me.',
      _subject: 'New lead',
      _next: 'https://www.example.com',
    },
    read: { ...ada, phone, notes: 'Call me.' },
  },
  {
    of: 'Netlify',
    sent: { 'form-name': 'contact', name: 'Ada Example', email, message: 'Hello' },
    read: { ...ada, notes: 'Hello\nform-name: contact' },
  },
  {
    of: 'Shopify',
    sent: {
      form_type: 'contact',
      utf8: '✓',
      'contact[name]': 'Ada Example',
      'contact[email]': email,
      'contact[phone]': phone,
      'contact[body]': 'Hello',
    },
    read: { ...ada, phone, notes: 'Hello\nform_type: contact' },
  },
  {
    of: 'Rails',
    sent: {
      authenticity_token: 'x',
      'lead[first_name]': 'Ada',
      'lead[last_name]': 'Example',
      'lead[email]': email,
      commit: 'Send',
    },
    read: { ...ada, notes: '' },
  },
  {
    of: 'Drupal’s webform',
    sent: {
      form_id: 'webform_submission_contact_add_form',
      form_build_id: 'form-x',
      form_token: 'x',
      name: 'Ada Example',
      email,
      subject: 'Van',
      message: 'Hello',
      op: 'Send message',
    },
    read: { ...ada, notes: 'Hello\nsubject: Van' },
  },
  {
    of: 'ASP.NET: names of controls',
    sent: {
      __VIEWSTATE: 'x',
      __EVENTVALIDATION: 'y',
      ctl00$Main$txtFirstName: 'Ada',
      ctl00$Main$txtLastName: 'Example',
      ctl00$Main$txtEmail: email,
    },
    read: { ...ada, notes: '' },
  },
  {
    of: 'Django: a token',
    sent: {
      csrfmiddlewaretoken: 'x',
      first_name: 'Ada',
      last_name: 'Example',
      email_address: email,
      'g-recaptcha-response': 'y',
    },
    read: { ...ada, notes: '' },
  },
  {
    of: 'LeadConduit: flat, phone_1',
    sent: {
      first_name: 'Ada',
      last_name: 'Example',
      email,
      phone_1: phone,
      phone_2: '604-555-0199',
      postal_code: 'K1A 0B1',
    },
    read: { ...ada, phone, zip: 'K1A 0B1', notes: 'phone_2: 604-555-0199' },
  },
  {
    of: 'CallRail’s names',
    sent: { customer_name: 'Ada Example', customer_phone_number: phone },
    read: { firstName: 'Ada', lastName: 'Example', phone, notes: '' },
  },
  {
    of: 'PHP, qs and axios: lists',
    sent: {
      'lead[phone][0]': phone,
      'lead[customer][name][first]': 'Ada',
      'lead[customer][name][last]': 'Example',
      'email[]': email,
    },
    read: { ...ada, phone, notes: '' },
  },
  {
    of: 'everything within buyer, beside an agency’s client',
    sent: {
      'client[name]': 'Acme',
      'buyer[first_name]': 'Ada',
      'buyer[last_name]': 'Example',
      'buyer[email]': email,
    },
    read: { ...ada, notes: 'client[name]: Acme' },
  },
  {
    of: 'German and Spanish words beside a label',
    sent: { Vorname: 'Ada', Nachname: 'Example', 'Telefon (tagsüber)': phone, Año: '2020' },
    read: { firstName: 'Ada', lastName: 'Example', phone, vehicleYear: '2020', notes: '' },
  },
  {
    of: 'French: a mobile phone',
    sent: { Nom: 'Example', Prénom: 'Ada', 'Tél. portable': phone },
    read: { firstName: 'Ada', lastName: 'Example', phone, notes: '' },
  },
  {
    of: 'dots',
    sent: { 'lead.name.first': 'Ada', 'lead.name.last': 'Example', 'lead.phone': phone },
    read: { firstName: 'Ada', lastName: 'Example', phone, notes: '' },
  },
  {
    of: 'a dealer’s name and email beside the customer’s',
    sent: {
      'dealer[name]': 'Blue Motors',
      'dealer[email]': 'sales@dealer.example',
      'customer[name]': 'Ada Example',
      'customer[email]': email,
    },
    read: { ...ada, notes: 'dealer[name]: Blue Motors\ndealer[email]: sales@dealer.example' },
  },
  {
    of: 'a referrer’s phone, an agent’s, a vendor’s, a page’s name',
    sent: {
      'referrer[phone]': '604-555-0100',
      'agent.phone': '604-555-0101',
      dealer_phone: '604-555-0102',
      'page[name]': 'Vans',
      name: 'Ada Example',
      email,
    },
    read: {
      ...ada,
      notes:
        'referrer[phone]: 604-555-0100\nagent.phone: 604-555-0101\ndealer_phone: 604-555-0102\npage[name]: Vans',
    },
  },
  {
    of: 'a trade-in before the vehicle',
    sent: {
      'trade[year]': '2009',
      'trade[make]': 'Honda',
      'trade[model]': 'Civic',
      'trade[mileage]': '88000',
      'trade[vin]': '1hgcm82633a004352',
      'trade[condition]': 'good',
      'vehicle[year]': '2024',
      'vehicle[make]': 'Ford',
      'vehicle[model]': 'Transit',
      'vehicle[name]': 'Van',
      name: 'Ada Example',
      email,
    },
    read: {
      ...ada,
      vehicleYear: '2024',
      vehicleMake: 'Ford',
      vehicleModel: 'Transit',
      notes:
        'vehicle[name]: Van\nTrade-in: 2009 Honda Civic, 88000 miles, VIN 1HGCM82633A004352, condition good',
    },
  },
  {
    of: 'a trade-in in flat names; a VIN in capitals',
    sent: {
      name: 'Ada Example',
      email,
      vehicle_year: '2024',
      vin: '1hgcm82633a004352',
      'Trade-In Year': '2009',
      trade_make: 'Honda',
      tradeModel: 'Civic',
    },
    read: { ...ada, vehicleYear: '2024', notes: 'vin: 1HGCM82633A004352\nTrade-in: 2009 Honda Civic' },
  },
  {
    of: 'labels with marks',
    sent: {
      'Your Name (required)': 'Ada Example',
      'Email Address *': email,
      'Mobile Number:': phone,
      '* Zip': '02134',
    },
    read: { ...ada, phone, zip: '02134', notes: '' },
  },
  {
    of: 'German',
    sent: {
      Anrede: 'Frau',
      Vorname: 'Ada',
      Nachname: 'Example',
      'E-Mail-Adresse': email,
      Telefonnummer: phone,
      PLZ: '02134',
      'Ihre Nachricht': 'Hallo',
      Firma: 'Muster GmbH',
    },
    read: { ...ada, phone, zip: '02134', notes: 'Hallo\nAnrede: Frau\nFirma: Muster GmbH' },
  },
  {
    of: 'German: Name beside Vorname is the last name',
    sent: { Name: 'Example', Vorname: 'Ada', 'Ihre E-Mail': email, Handy: phone },
    read: { ...ada, phone, notes: '' },
  },
  {
    of: 'French',
    sent: {
      Prénom: 'Ada',
      Nom: 'Example',
      Courriel: email,
      'Numéro de téléphone': phone,
      'Code postal': 'H7V 2X9',
      'Votre message': 'Bonjour',
      Société: 'Acme',
    },
    read: { ...ada, phone, zip: 'H7V 2X9', notes: 'Bonjour\nSociété: Acme' },
  },
  {
    of: 'Spanish',
    sent: {
      Nombre: 'Ada',
      Apellidos: 'Example',
      'Correo electrónico': email,
      Teléfono: phone,
      'Código postal': '00601',
      Mensaje: 'Hola',
      Empresa: 'Acme',
    },
    read: { ...ada, phone, zip: '00601', notes: 'Hola\nEmpresa: Acme' },
  },
  {
    of: 'Spanish: a whole name',
    sent: { 'Nombre completo': 'María José García López', Correo: email },
    read: { firstName: 'María José', lastName: 'García López', email, notes: '' },
  },
  {
    of: 'a comma and a title in the whole name',
    sent: { name: 'Smith, Dr. John Jr.', email },
    read: { firstName: 'John', lastName: 'Smith Jr.', email, notes: 'Name as sent: Smith, Dr. John Jr.' },
  },
  {
    of: 'a whole name beside its parts',
    sent: { name: 'Ada Example', first_name: 'Ada', email },
    read: { ...ada, notes: '' },
  },
  {
    of: 'a phone with an extension, a second one, a fax',
    sent: {
      name: 'Ada Example',
      phone: '604-555-0123 x12',
      mobile: '604-555-0199',
      fax: '604-555-0111',
      email,
    },
    read: { ...ada, phone, notes: 'fax: 604-555-0111\nExtension: 12\nmobile: 604-555-0199' },
  },
  {
    of: 'a good email beside a Danish number',
    sent: { name: 'Ada Example', email, phone: '+45 32 12 34 56' },
    read: { ...ada, notes: 'phone: +45 32 12 34 56' },
  },
  {
    of: 'a good phone beside an email in brackets, and one that is none',
    sent: { name: 'Ada Example', email: 'Ada <ada@example.com>', phone: '555-0123 x204' },
    read: { ...ada, notes: 'Email as sent: Ada <ada@example.com>\nphone: 555-0123 x204' },
  },
  {
    of: 'a phone in two fields, an email confirmed',
    sent: {
      name: 'Ada Example',
      'phone[area]': '604',
      'phone[phone]': '555-0123',
      email,
      confirm_email: 'ADA@example.com',
    },
    read: { ...ada, phone: '(604) 555-0123', notes: '' },
  },
  {
    of: 'a zip from a sheet, with its state',
    sent: {
      name: 'Ada Example',
      email,
      'address[city]': 'Boston',
      'address[state]': 'MA',
      'address[zip]': '2134',
    },
    read: { ...ada, zip: '02134', notes: 'address[city]: Boston\naddress[state]: MA' },
  },
  {
    of: 'names that every object has',
    sent: {
      name: 'Ada Example',
      email,
      Constructor: 'Renault',
      valueOf: '1',
      __proto__x: '2',
      'lead[toString]': 'z',
      hasOwnProperty: '3',
    },
    read: { ...ada, notes: 'Constructor: Renault\nvalueOf: 1\nlead[toString]: z\nhasOwnProperty: 3' },
  },
  {
    of: 'the source’s own names, whatever they mean elsewhere',
    sent: { kunde: 'Ada Example', 'dealer[email]': email, Constructor: 'Renault' },
    own: { kunde: 'name', 'dealer[email]': 'email', Constructor: 'vehicleMake' },
    read: { ...ada, vehicleMake: 'Renault', notes: '' },
  },
  {
    of: 'neither email nor phone is one: both stay as sent, for a person',
    sent: { name: 'Ada Example', email: 'ada@', phone: '555-0123' },
    read: { firstName: 'Ada', lastName: 'Example', email: 'ada@', phone: '555-0123', notes: '' },
  },
];
