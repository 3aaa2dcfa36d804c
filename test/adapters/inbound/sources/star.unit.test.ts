import { expect, it } from 'vitest';
import { readSent } from '../../../../src/adapters/inbound/sources/kinds.ts';
import { someSource } from '../../../support/sources.ts';

/** As the standard has it in its release 5.4, with the parts that a maker sends. */
const star5 = `<?xml version="1.0"?>
<star:ProcessSalesLead xmlns:star="http://www.starstandard.org/STAR/5" releaseID="5.4.4">
 <star:ApplicationArea><star:Sender><star:CreatorNameCode>Maker</star:CreatorNameCode></star:Sender></star:ApplicationArea>
 <star:ProcessSalesLeadDataArea><star:SalesLead>
  <star:SalesLeadHeader>
   <star:DocumentIdentificationGroup><star:DocumentIdentification><star:DocumentID>L-77</star:DocumentID></star:DocumentIdentification></star:DocumentIdentificationGroup>
   <star:LeadComments>Asks for the blue one &amp; a test drive</star:LeadComments>
   <star:CustomerComments>After 5, please</star:CustomerComments>
   <star:CustomerProspect><star:ProspectParty><star:SpecifiedPerson>
    <star:GivenName>Zoé</star:GivenName><star:FamilyName>Núñez</star:FamilyName>
    <star:ResidenceAddress><star:Postcode>94107</star:Postcode></star:ResidenceAddress>
    <star:TelephoneCommunication><star:ChannelCode>Fax</star:ChannelCode><star:CompleteNumber>604-555-0199</star:CompleteNumber></star:TelephoneCommunication>
    <star:TelephoneCommunication><star:AreaNumberCode>604</star:AreaNumberCode><star:LocalNumber>555-0123</star:LocalNumber></star:TelephoneCommunication>
    <star:URICommunication><star:URIID>zoe@example.com</star:URIID><star:ChannelCode>Email</star:ChannelCode></star:URICommunication>
    <star:URICommunication><star:URIID>https://example.com/zoe</star:URIID></star:URICommunication>
   </star:SpecifiedPerson></star:ProspectParty></star:CustomerProspect>
   <star:ReceivingDealerParty><star:SpecifiedPerson><star:GivenName>Del</star:GivenName></star:SpecifiedPerson></star:ReceivingDealerParty>
  </star:SalesLeadHeader>
  <star:SalesLeadDetail>
   <star:TradeIn><star:SalesLeadVehicle><star:ModelYear>2009</star:ModelYear><star:MakeString>Mazda</star:MakeString><star:Model>3</star:Model></star:SalesLeadVehicle></star:TradeIn>
   <star:SalesLeadLineItem><star:SalesLeadVehicleLineItem><star:SalesLeadVehicle><star:ModelDescription>Pilot</star:ModelDescription><star:ModelYear>2026</star:ModelYear><star:MakeString>Honda</star:MakeString></star:SalesLeadVehicle></star:SalesLeadVehicleLineItem></star:SalesLeadLineItem>
  </star:SalesLeadDetail>
 </star:SalesLead></star:ProcessSalesLeadDataArea>
</star:ProcessSalesLead>`;

const star4 = `<ProcessSalesLead><DataArea><SalesLead><Header><DocumentId>L-78</DocumentId>
 <IndividualProspect><PersonName><GivenName>Bo</GivenName><FamilyName>Alpha</FamilyName></PersonName>
 <Contact><Telephone desc="Day Phone">6045550124</Telephone><EmailAddress desc="Home">bo@example.com</EmailAddress></Contact>
 <Address><PostalCode>V6B 1A1</PostalCode></Address></IndividualProspect></Header></SalesLead></DataArea></ProcessSalesLead>`;

const read = (text: string) => readSent(someSource('adf'), text);

it('reads the lead of STAR 5', async () => {
  const [lead, ...others] = await read(star5);
  expect(others).toEqual([]);
  expect(lead).toMatchObject({
    senderId: 'L-77',
    guessedType: 'sales',
    fields: {
      ...{
        firstName: 'Zoé',
        lastName: 'Núñez',
        email: 'zoe@example.com',
        phone: '604 555-0123',
        zip: '94107',
      },
      ...{ vehicleYear: '2026', vehicleMake: 'Honda', vehicleModel: 'Pilot', externalLeadId: 'L-77' },
      notes:
        'Asks for the blue one & a test drive\nAfter 5, please\nPage: https://example.com/zoe\nFax: 604-555-0199\nTrade-in: 2009 Mazda 3',
    },
  });
  expect(lead?.unreadable).toBeUndefined();
  expect(lead?.readFrom).toContainEqual({ field: 'vehicleModel', place: '<ModelDescription>' });
});

it('reads the lead of STAR 4, and the words behind it', async () => {
  const [lead] = await read(`${star4}\n\nCUSTOMER COMMENT INFORMATION\nIs it still there?\n`);
  expect(lead).toMatchObject({
    fields: {
      ...{ firstName: 'Bo', lastName: 'Alpha', email: 'bo@example.com', phone: '6045550124', zip: 'V6B 1A1' },
      notes: 'CUSTOMER COMMENT INFORMATION\nIs it still there?',
    },
  });
});

it.each([
  ['cut-off', star5.slice(0, -40)],
  ['broken', star5.replace('</star:Postcode>', '</star:Post>')],
  ['no-document', '<ProcessSalesLead><SalesLeads/></ProcessSalesLead>'],
  ['too-large', `<ProcessSalesLead>${'<SalesLead/>'.repeat(31)}</ProcessSalesLead>`],
])('is held if it is %s', async (why, text) => {
  expect(await read(text)).toEqual([expect.objectContaining({ unreadable: why })]);
});
