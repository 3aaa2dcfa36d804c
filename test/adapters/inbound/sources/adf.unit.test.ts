import { describe, expect, it } from 'vitest';
import { adfReader, readAdf } from '../../../../src/adapters/inbound/sources/read-adf.ts';

const contact = '<name part="full">Ada Byron</name><email>ada@example.com</email>';
const adf = (prospect: string) => `<adf><prospect>${prospect}</prospect></adf>`;
const withContact = (inside: string, beside = '') =>
  adf(`<customer><contact>${inside}</contact></customer>${beside}`);
const only = (text: string) => {
  const [lead, ...others] = readAdf(text);
  expect(others).toEqual([]);
  return {
    ...lead?.fields,
    unreadable: lead?.unreadable,
    lines: String(lead?.fields.notes ?? '').split('\n'),
  };
};

describe('what no field has is a line of the notes', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'financing',
      '<finance><method>lease</method><amount type="downpayment" limit="minimum" currency="usd">9000</amount><balance type="residual">100</balance><term>24</term></finance>',
      ['Finance: lease, down payment at least 9000 USD, balance (residual) 100, term 24'],
    ],
    [
      'colours and options',
      '<vehicle><colorcombination><exteriorcolor>Black</exteriorcolor><interiorcolor>Tan</interiorcolor></colorcombination><colorcombination><exteriorcolor>Gray</exteriorcolor></colorcombination><option><optionname>Roof</optionname><manufacturercode>R7</manufacturercode></option></vehicle>',
      ['Vehicle: colour Black, interior Tan, colour Gray (choice 2), option Roof (manufacturercode R7)'],
    ],
    [
      'a vehicle to lease, and one beside it',
      '<vehicle interest="Lease" status="Used"><vin>1hgcm82633a004352</vin><doors>4</doors></vehicle><vehicle interest="Test Drive"><make>Kia</make><odometer status="replaced">120 mi</odometer></vehicle>',
      [
        'Interest: lease',
        'Vehicle: used, VIN 1HGCM82633A004352, doors 4',
        'Also of interest: Kia, test-drive, 120 miles',
      ],
    ],
    [
      'a vehicle traded in',
      '<vehicle interest="TRADE_IN"><make>Old</make><finance><balance>5000</balance></finance></vehicle>',
      ['Interest: trade-in', 'Finance: balance 5000'],
    ],
    [
      'an element of nobody’s',
      '<LeadSource>Radio</LeadSource><x><y_z>1</y_z></x>',
      ['Lead source: Radio', 'Y z: 1'],
    ],
    ['text beside elements', '<x>said so<y/></x>', ['X: said so']],
    [
      'an element with the name of every object’s member',
      '<constructor>1</constructor><toString>2</toString><provider><valueOf>3</valueOf></provider>',
      ['Constructor: 1', 'To string: 2', 'Value of: 3'],
    ],
    ['a type that is none', '<leadtype>Urgent</leadtype>', ['Lead type: Urgent']],
    ['further ids', '<id sequence="1">7</id><id source="Site">8</id>', ['Id of Site: 8']],
    [
      'the sender and the dealer',
      '<provider><name>Site</name><form>Finance</form><url>https://example.com</url><phone>1</phone></provider><vendor><vendorname>Blue Motors</vendorname><contact><name>Tom Reed</name><email>t@example.com</email></contact></vendor>',
      ['Form: Finance', 'Site: https://example.com', 'Dealer: Blue Motors, Tom Reed'],
    ],
    [
      'when',
      '<timeframe><description>Soon</description><latestdate>2026-12-01</latestdate></timeframe>',
      ['When: Soon, until 2026-12-01'],
    ],
  ])('%s', (_, beside, lines) => {
    expect(only(withContact(contact, beside)).lines).toEqual(lines);
  });

  it.each<[string, string, object]>([
    [
      'a fax, and a pager',
      '<phone type="Fax">555-201-0111</phone><phone type="pager">555-201-0112</phone>',
      { phone: undefined, lines: ['Fax: 555-201-0111', 'Pager: 555-201-0112'] },
    ],
    [
      'a fax before a voice',
      '<phone type="fax" preferredcontact="1">555-201-0111</phone><phone type="voice">555-201-0112</phone>',
      { phone: '555-201-0112', lines: ['Fax: 555-201-0111', 'Preferred contact: phone (fax)'] },
    ],
    [
      'nine digits and an extension',
      '<phone>555-010-998 #1</phone>',
      { phone: undefined, lines: ['Other phone: 555-010-998 #1'] },
    ],
    [
      'another country’s number',
      '<phone type="cellphone">+45 32 12 34 56</phone>',
      { phone: undefined, lines: ['Other phone (cellphone): +45 32 12 34 56'] },
    ],
    [
      'two numbers in one',
      '<phone time="day">555-201-0111 / 555-201-0112</phone>',
      { phone: '555-201-0111', lines: ['When to call: day', 'Other phone: 555-201-0112'] },
    ],
    [
      'a ZIP code without its zero',
      '<address><regioncode>MA</regioncode><postalcode>2134</postalcode></address>',
      { zip: '02134', lines: ['Address: MA, 2134'] },
    ],
    [
      'one of the United States',
      '<address><postalcode>2134</postalcode><country>US</country></address>',
      { zip: '02134', lines: ['Address: 2134, US'] },
    ],
    [
      'another country’s ZIP code',
      '<address><postalcode>2134</postalcode><country>AU</country></address>',
      { zip: '2134', lines: ['Address: 2134, AU'] },
    ],
    [
      'a firm beside',
      '<name type="business">Byron LLC</name>',
      { firstName: 'Ada', lines: ['Company: Byron LLC'] },
    ],
    [
      'a part of no use',
      '<name part="nickname">Addy</name>',
      { firstName: 'Ada', lines: ['Name (nickname): Addy'] },
    ],
    [
      'comments',
      '<comments>Write to &lt;mary@example.com&gt;&lt;br&gt;&lt;B CLASS="x"&gt;Now&lt;/b&gt; if 1&lt;b and c&gt;2 &amp; x<3</comments>',
      { lines: ['Write to <mary@example.com>', 'Now if 1<b and c>2 & x<3'] },
    ],
    [
      'blocks of HTML, as text and as elements',
      '<comments>a<p>b</p>c&lt;p&gt;d&lt;li nowrap&gt;e&lt;/li&gt;&lt;li&gt;f</comments>',
      { lines: ['a', 'b', 'c', 'd', 'e', 'f'] },
    ],
    [
      'a link',
      '<comments><![CDATA[<td>See</td><td><a href="https://example.com/17">this</a> <a href="https://example.com">https://example.com</a></td>]]></comments>',
      { lines: ['See  https://example.com/17 this https://example.com'] },
    ],
  ])('%s', (_, inside, read) => {
    expect(only(withContact(contact + inside))).toMatchObject({ email: 'ada@example.com', ...read });
  });
});

describe('names', () => {
  it.each<[string, string, string | undefined, readonly string[]]>([
    ['<name>Smith, John Jr.</name>', 'John', 'Smith Jr.', ['']],
    [
      '<name part="full">Dr. Juan de la Vega III</name>',
      'Juan',
      'de la Vega III',
      ['Name as sent: Dr. Juan de la Vega III'],
    ],
    ['<name part="full">John &amp; Jane Doe</name>', 'John & Jane Doe', undefined, ['']],
    ['<name part="full" type="business">Blue Sky</name>', 'Blue Sky', undefined, ['']],
    ['<name part="last">García Lorca</name><name part="first">Ana</name>', 'Ana', 'García Lorca', ['']],
    ['<name part="surname">Byron</name>', 'Byron', undefined, ['']],
  ])('%s', (name, firstName, lastName, lines) => {
    const read = only(withContact(`${name}<email>a@example.com</email>`));
    expect(read).toMatchObject({ firstName, lastName, lines });
  });

  it('of the sender and the dealer are not the customer’s, where nobody else is named', () => {
    const parties =
      '<provider><name>Site</name></provider><vendor><contact><name>Tom</name><phone>555-201-0111</phone></contact></vendor>';
    expect(only(adf(parties))).toMatchObject({ firstName: undefined, phone: undefined });
    expect(only(adf(`${parties}<contact>${contact}</contact>`))).toMatchObject({
      firstName: 'Ada',
      phone: undefined,
    });
  });
});

it('tells from where each field was read, and the notes', () => {
  const [lead] = readAdf(
    withContact(
      '<name part="full">Dr. Ada Byron</name><phone type="cellphone">555-201-0111 x12</phone><phone type="home" time="day">555-201-0112</phone>',
      '<id sequence="1" source="Site">7</id><vehicle status="new"><year>2026</year><doors>4</doors></vehicle>',
    ),
  );
  expect(lead?.readFrom).toEqual([
    { field: 'vehicleYear', place: '<year>' },
    { place: '<vehicle status="new">' },
    { field: 'firstName', place: '<name part="full">' },
    { field: 'lastName', place: '<name part="full">' },
    { place: '<name part="full">' },
    { field: 'phone', place: '<phone type="cellphone">' },
    { place: '<phone type="cellphone">' },
    { place: '<phone type="home" time="day">' },
    { field: 'externalLeadId', place: '<id sequence="1" source="Site">' },
    { field: 'vendorName', place: '<id sequence="1" source="Site">' },
  ]);
});

describe('several prospects', () => {
  const prospect = (name: string, more = '') =>
    `<prospect ><customer><contact><name>${name} & Co<br></name><email>${name}@example.com</email></contact></customer>${more}</prospect>`;
  const outside = '<provider><name>Site</name></provider>';
  const whole = `<x:adf>${prospect('ada', '<!-- <prospect> -->')}\n<vendor><vendorname>Blue</vendorname></vendor>${prospect('bob', '<provider><name>Other</name></provider>')}${outside}</x:adf>`;

  it('are each as they came, with who sent them, and are read from that again', () => {
    const leads = readAdf(whole);
    expect(leads.map(({ document }) => document)).toEqual([
      `<adf>\n${prospect('ada', '<!-- <prospect> -->')}\n<vendor><vendorname>Blue</vendorname></vendor>\n${outside}\n</adf>`,
      expect.stringContaining(prospect('bob', '<provider><name>Other</name></provider>')),
    ]);
    expect(leads.map(({ fields }) => fields.vendorName)).toEqual(['Site', 'Other']);
    for (const lead of leads) expect(readAdf(lead.document)).toEqual([lead]);
  });

  it('beyond thirty, or with very many elements, are one thing to read', () => {
    const many = (count: number, each = prospect('ada')) => `<adf>${each.repeat(count)}</adf>`;
    expect(readAdf(many(30))).toHaveLength(30);
    for (const text of [
      many(31),
      many(16).repeat(2),
      adf('<a/>'.repeat(3_000)),
      many(10, '<a/>'.repeat(151)).repeat(2),
    ])
      expect(readAdf(text)).toMatchObject([{ unreadable: 'too-large' }]);
  });

  it('that are parts of one message share the bounds', () => {
    const read = adfReader();
    const part = adf('<a/>'.repeat(1_400));
    expect([part, part, part].flatMap((text) => read(text).map(({ unreadable }) => unreadable))).toEqual([
      undefined,
      undefined,
      'too-large',
    ]);
  });
});

describe('a comment or CDATA', () => {
  const old = '<adf><prospect><customer><contact><name>Old</name></contact></customer></prospect></adf>';
  it.each([
    ['an example before the lead', `<!-- ${old} -->${withContact(contact)}`],
    [
      'the end of a document in a comment',
      withContact(contact).replace('<customer>', '<!-- </adf> --><customer>'),
    ],
    ['the end of a document in CDATA', withContact(contact, '<comments><![CDATA[see </adf>]]></comments>')],
    ['comments that do not end', `<!-- x --><!-- <![CDATA[${withContact(contact)}`],
    ['the document itself', `<!-- ${withContact(contact)} -->`],
  ])('with %s makes no other lead', (_what, text) => {
    expect(only(text)).toMatchObject({ firstName: 'Ada', lastName: 'Byron', unreadable: undefined });
  });
});
