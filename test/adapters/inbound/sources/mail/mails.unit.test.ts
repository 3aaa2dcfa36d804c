import { describe, expect, it } from 'vitest';
import { readSent } from '../../../../../src/adapters/inbound/sources/kinds.ts';
import { SECRET, someSource, sourceService } from '../../../../support/sources.ts';
import { adf, base64, entity, escaped, file, html, mail, mailOf, mails, plain, zoe } from './mails.ts';

async function sent(body: Uint8Array) {
  const service = await sourceService();
  const headers = { 'content-type': 'message/rfc822', 'x-api-key': SECRET };
  const { status } = await service.post('src_adf', { headers, body });
  const leads = service.crm.deals.map(({ customer, notes }) => ({
    firstName: customer?.firstName,
    lastName: customer?.lastName,
    email: customer?.email?.value,
    notes: notes.replace('Needs Deal Type. ', ''),
  }));
  return { status, leads, held: await service.allHeld(), service };
}

it.each(mails)('%s: %s', async (_sender, _what, bytes) => {
  const { status, leads, held } = await sent(bytes);
  expect([status, leads, held]).toEqual([200, [zoe], []]);
});

describe('of a mail', () => {
  const other = { name: 'Bo', email: 'bo@example.com' };
  const names = async (body: Uint8Array) => (await sent(body)).leads.map(({ firstName }) => firstName);
  const hold = async (body: Uint8Array) => (await sent(body)).held.map(({ why }) => why);

  it('body, file and HTML are forms of one lead, with an id or without', async () => {
    for (const id of ['', '<id>7</id>']) {
      const form = (name: string) => adf('', { name }).replace('<prospect>', `<prospect>${id}`);
      const shown = html(`<pre>${escaped(form('Zoe'))}</pre>`);
      expect(await names(mailOf('mixed', shown, plain(form('Zo')), file(form('Zoé'))))).toEqual(['Zoé']);
      expect(await names(mailOf('alternative', shown, plain(form('Zo'))))).toEqual(['Zo']);
    }
  });

  it('files of two customers are two leads, of which a broken one is held', async () => {
    expect(await names(mailOf('mixed', file(adf()), file(adf('', other))))).toEqual(['Zoé', 'Bo']);
    const { leads, held } = await sent(mailOf('mixed', file(adf('', other).slice(0, -30)), file(adf())));
    expect([leads, held]).toEqual([[zoe], [expect.objectContaining({ why: 'cut-off' })]]);
  });

  it('a digest has the leads of its mails', async () => {
    const digest = [adf(), adf('', other), adf()].map((text) => entity({}, mail({}, text)));
    expect(await names(mailOf('digest', ...digest))).toEqual(['Zoé', 'Bo']);
  });

  it('prospects of one part are leads, whatever stands in other parts', async () => {
    const [, second] = /(<prospect>[\s\S]*<\/prospect>)/.exec(adf('', other)) ?? [];
    const both = adf().replace('</adf>', `${second}</adf>`);
    expect(await names(mailOf('mixed', plain(adf()), file(both)))).toEqual(['Zoé', 'Bo']);
  });

  it('the best of several that cannot be kept is held', async () => {
    const nobody = adf('', { name: '', email: '' });
    expect(await hold(mailOf('mixed', plain(nobody), file(adf().slice(0, 90))))).toEqual(['invalid-lead']);
    expect(await hold(mailOf('mixed', plain(nobody), file(adf().slice(0, 200))))).toEqual(['cut-off']);
    expect(await hold(mailOf('mixed', plain('Hello'), file(adf().slice(0, 200))))).toEqual(['cut-off']);
    expect(await hold(mailOf('mixed', plain(adf('', { name: 'Zo\ufffd' }))))).toEqual(['not-text']);
  });

  it('what is six deep is not opened, and found by the email in it', async () => {
    let deep = mail({ 'Content-Transfer-Encoding': 'base64' }, base64(adf()));
    for (let n = 0; n < 6; n += 1) deep = mail({ 'Content-Type': 'message/rfc822' }, deep);
    const { held, service } = await sent(deep);
    expect(held.map(({ why }) => why)).toEqual(['no-document']);
    const { identities } = (await service.sources.heldLead(held[0]?.id ?? '')) ?? {};
    expect(identities).toContain(`e:${zoe.email}`);
  });

  it('what is held is found by what stands in it as UTF-16 or past many lines', async () => {
    const wide = Buffer.from('\ufeff<adf>wide@example.com', 'utf16le');
    for (const part of [
      file(wide),
      plain(`${'\r\n'.repeat(20_000)}wide=40example.com`, {
        'Content-Transfer-Encoding': 'quoted-printable',
      }),
    ]) {
      const { held, service } = await sent(mailOf('mixed', part));
      const { identities } = (await service.sources.heldLead(held[0]?.id ?? '')) ?? {};
      expect(identities).toContain('e:wide@example.com');
    }
  });

  it('very many parts are one thing to read', async () => {
    const parts = (count: number, part: (n: number) => Buffer) =>
      Array.from({ length: count }, (_, n) => part(n));
    const crowds = [
      parts(1_200, (n) => plain(`<adf><prospect/>${n}</adf>`)),
      parts(31, (n) => plain(adf('', { name: `A${n}`, email: `a${n}@example.com` }))),
      parts(31, (n) => file(adf('', { name: `A${n}`, email: `a${n}@example.com` }))),
    ];
    for (const crowd of crowds) expect(await hold(mailOf('mixed', ...crowd))).toEqual(['too-large']);
    expect(
      await names(
        mailOf('mixed', ...parts(30, (n) => file(adf('', { name: `A${n}`, email: `a${n}@example.com` })))),
      ),
    ).toHaveLength(30);
  });

  it('a person reads what HTML shows, with its links', async () => {
    const page =
      '<link href="https://example.com/css"><!-- a > b --><STYLE>p{}<b></style ><a>Lead</a><table><tr><td>Name</td> <td>Ada<br></td></tr></table><p>Call&nbsp;<b title="1 > 0">now</b> 2 < 3 <a href="https://example.com/l/1">here</a></p>';
    const { held, service } = await sent(mail({ 'Content-Type': 'text/html' }, page));
    const { readable } = (await service.sources.heldLead(held[0]?.id ?? '')) ?? {};
    expect(readable).toContain('\nLead\nName\tAda\nCall now 2 < 3 here (https://example.com/l/1)\n');
  });

  it('says from which of its parts each field is read', async () => {
    const star =
      '<ProcessSalesLead><SalesLead><CustomerProspect><GivenName>Zoé</GivenName></CustomerProspect></SalesLead></ProcessSalesLead>';
    const [lead] = await readSent(someSource('adf'), mailOf('mixed', plain('Hello'), file(star)));
    expect(lead?.readFrom).toEqual([{ field: 'firstName', place: 'lead.xml: <GivenName>' }]);
  });
});
