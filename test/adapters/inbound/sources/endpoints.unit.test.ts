import { describe, expect, it } from 'vitest';
import { BODY_LIMIT } from '../../../../src/adapters/inbound/http/http-error.ts';
import { vendorQuota } from '../../../../src/adapters/outbound/rate-limit/vendor-quota.ts';
import { sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';
import { HELD_KEPT } from '../../../../src/domain/sources/held-lead.ts';
import { DAY_MS } from '../../../../src/operators/domain/day.ts';
import { someHeld } from '../../../../suites/source-samples.ts';
import { SECRET, type SentToSource, someSource, sourceService } from '../../../support/sources.ts';

const adf = (name = 'Ada', more = '') =>
  `<adf><prospect><id>1</id><customer><contact><name>${name}</name><email>ada@example.com</email>${more}</contact></customer></prospect></adf>`;
const xml = { 'content-type': 'text/xml' };
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
const form = 'name=Ada+Byron&email=ada%40example.com&message=Hello';
const google = (more: object = {}) =>
  JSON.stringify({
    lead_id: 'L-1',
    user_column_data: [
      { column_id: 'FULL_NAME', string_value: 'Ada Byron' },
      { column_id: 'EMAIL', string_value: 'ada@example.com' },
    ],
    google_key: SECRET,
    ...more,
  });

describe('ADF', () => {
  const basic = (password: string) => ({ authorization: `Basic ${btoa(`dealer:${password}`)}` });
  it.each<[string, Omit<SentToSource, 'body'>, number]>([
    ['a header', { headers: { 'x-api-key': SECRET } }, 200],
    ['a password', { headers: basic(SECRET) }, 200],
    ['the address', { query: { key: SECRET } }, 200],
    ['nothing', {}, 403],
    ['a wrong header', { headers: { 'x-api-key': 'guess' } }, 403],
    [
      'a wrong header beside the right address',
      { headers: { 'x-api-key': 'guess' }, query: { key: SECRET } },
      403,
    ],
    ['a wrong password', { headers: basic(`${SECRET}x`) }, 403],
    ['no password', { headers: { authorization: 'Basic %%%' } }, 403],
  ])('takes its secret from %s', async (_where, { headers, query = {} }, status) => {
    const { post, crm, served } = await sourceService();
    const answer = await post('src_adf', { headers: { ...xml, ...headers }, query, body: adf() });
    expect(answer.status).toBe(status);
    expect(crm.deals).toHaveLength(status === 200 ? 1 : 0);
    const [{ vendorId, keyId, operation, refusal } = {}] = served;
    expect(operation).toBe('fromSource');
    expect([vendorId, keyId, refusal]).toEqual(
      status === 200 ? ['ven_1', 'src_adf', undefined] : [undefined, undefined, 'forbidden-source'],
    );
  });

  it('takes a replaced secret until its overlap ends', async () => {
    const clock = { now: 1_000 };
    const secret = (text: string, expires?: Date) => ({
      ...{ digest: sha256(text), hint: text, created: new Date(0), expires },
    });
    const secrets = [secret('old', new Date(2_000)), secret('new')];
    const { post } = await sourceService({
      sources: [someSource('adf', { secrets })],
      now: () => new Date(clock.now),
    });
    const statusWith = async (key: string) =>
      (await post('src_adf', { headers: xml, query: { key }, body: adf() })).status;
    expect([await statusWith('old'), await statusWith('new')]).toEqual([200, 200]);
    clock.now = 2_000;
    expect([await statusWith('old'), await statusWith('new')]).toEqual([403, 200]);
  });

  it('of no source is answered as a wrong secret is', async () => {
    const { post } = await sourceService();
    const send = (id: string) => post(id, { headers: xml, query: { key: 'guess' }, body: adf() });
    const [none, wrong] = [await send('src_none'), await send('src_adf')];
    expect([none.status, none.body]).toEqual([wrong.status, wrong.body]);
  });

  const held = async ({ allHeld, sources }: Awaited<ReturnType<typeof sourceService>>) => {
    const [found] = await allHeld();
    return found && sources.heldLead(found.id);
  };

  it.each(['application/pdf', 'application/json', 'multipart/form-data; boundary=x', 'x'])(
    'is read whatever its label is: %s',
    async (type) => {
      const { post, crm } = await sourceService();
      const sent = { headers: { 'content-type': type }, query: { key: SECRET }, body: adf() };
      expect((await post('src_adf', sent)).status).toBe(200);
      expect(crm.deals).toHaveLength(1);
    },
  );

  it('is refused compressed', async () => {
    const { post, allHeld } = await sourceService();
    const headers = { ...xml, 'content-encoding': 'gzip' };
    expect((await post('src_adf', { headers, query: { key: SECRET }, body: adf() })).status).toBe(415);
    expect(await allHeld()).toEqual([]);
  });

  const pdf = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from(Array.from({ length: 999 }, (_, n) => n % 256)),
  ]);
  it.each<[string, string, string | Uint8Array, object]>([
    ['nothing', '', '', { text: '', why: 'no-document' }],
    ['an empty mail', 'message/rfc822', 'Subject: Hello\r\n\r\n', { declared: 'message/rfc822' }],
    ['JSON', 'application/json; charset=utf-8', '{"a":1}', { declared: 'application/json; charset=utf-8' }],
    [
      ...(['a PDF', 'application/pdf', pdf] as const),
      { text: `data:application/pdf;base64,${pdf.toString('base64')}`, declared: 'application/pdf' },
    ],
    ['words', 'text/plain', 'Ada, 604-555-0123', { text: 'Ada, 604-555-0123', identities: ['p:6045550123'] }],
  ])('without a lead is held, as it came: %s', async (_what, type, body, kept) => {
    const service = await sourceService();
    const headers = { 'x-api-key': SECRET, ...(type && { 'content-type': type }) };
    const { status } = await service.post('src_adf', { headers, body });
    expect([status, await held(service)]).toEqual([202, expect.objectContaining(kept)]);
    expect(service.announced).toHaveLength(1);
  });

  it.each(['List-Unsubscribe: <mailto:off@example.com>', 'Auto-Submitted: auto-replied'])(
    'in a mail with %s is read; without a lead, that is held apart, and nobody is told',
    async (header) => {
      const service = await sourceService();
      const send = (body: string) =>
        service.post('src_adf', {
          headers: { 'content-type': 'message/rfc822', 'x-api-key': SECRET },
          body: `From: a@example.com\r\n${header}\r\nContent-Type: text/plain\r\n\r\n${body}`,
        });
      expect([(await send(adf())).status, (await send('Out of office')).status]).toEqual([200, 202]);
      expect(await held(service)).toMatchObject({
        why: 'automatic',
        readable: expect.stringContaining('Out of'),
      });
      expect(service.announced).toEqual([]);
      const asked = await send('Auto-Submitted: no, a person').then(() => service.allHeld());
      expect(asked.map(({ why }) => why)).toEqual(['automatic', 'automatic']);
    },
  );

  it('keeps no secret of a source in what is held', async () => {
    const service = await sourceService();
    const body = '<adf><prospect>key=lead_source_0aZ9 <a href="?key=lead_source_0aZ9&amp;b">';
    await service.post('src_adf', { headers: { ...xml, 'x-api-key': SECRET }, body });
    expect((await held(service))?.text).toBe(body.replaceAll('0aZ9', '…'));
  });

  it('that is full keeps the beginning of what comes, found by all that stood in it', async () => {
    const service = await sourceService();
    const { sources, post } = service;
    for (let n = 0; n < HELD_KEPT; n += 1)
      await service.hold(someHeld({ id: `held_${n}`, sourceId: 'src_adf', at: new Date(), identities: [] }));
    const body = `<adf><prospect>${'x'.repeat(30_000)} last@example.com`;
    expect((await post('src_adf', { headers: { ...xml, 'x-api-key': SECRET }, body })).status).toBe(202);
    const query = { since: new Date(0), identities: ['e:last@example.com'] as const, limit: 9 };
    const [found] = await sources.held(query);
    expect(found).toMatchObject({ cut: true });
    expect((await sources.heldLead(found?.id ?? ''))?.text).toBe(body.slice(0, 16 * 1024));
  });

  it('is one lead when it is sent again, and another for another customer with the same number', async () => {
    const { post, crm, allHeld } = await sourceService();
    const send = async (body: string) =>
      JSON.parse((await post('src_adf', { headers: xml, query: { key: SECRET }, body })).body);
    const first = await send(adf());
    expect(await send(adf().replace('<prospect>', '<prospect status="resend">'))).toEqual(first);
    const other = await send(adf('Bob').replace('ada@', 'bob@'));
    expect(other.body.leadId).not.toBe(first.body.leadId);
    const changed = await send(adf('Ada', '<comments>More</comments>'));
    expect(changed).toMatchObject({ statusCode: 202, body: { error: 'Not readable as a lead' } });
    expect((await allHeld()).map(({ why }) => why)).toEqual(['sent-again']);
    expect(crm.deals).toHaveLength(2);
    expect(crm.deals[0]?.history[0]?.by).toBe('src_adf');
  });

  it.each([
    ['its subject', '=?utf-8?B?RnJvbSBhZGFAZXhhbXBsZS5jb20sIDU1NS0wMTAtMjAzMA==?=', 'Nothing.', ''],
    ['a subject in two words', '=?utf-8?Q?ada=40exam?= =?utf-8?Q?ple=2Ecom_5550102030?=', 'Nothing.', ''],
    ['base64', '-', 'V3JpdGUgdG8gYWRhQGV4YW1wbGUuY29tIG9yIDU1NSAwMTAgMjAzMA==', 'base64'],
    ['quoted-printable', '-', 'ada=40exam=\r\nple.com, =2B1 (555) 010=\r\n 2030', 'quoted-printable'],
    ['HTML', '-', '<p>ada&#64;<wbr>example.com<br>(555)&nbsp;010&#x2d;2030</p>', '8bit'],
  ])('by mail is found by the email and phone in %s', async (_where, subject, body, encoding) => {
    const { post, allHeld, sources } = await sourceService();
    const type = body.startsWith('<') ? 'text/html' : 'text/plain; charset=utf-8';
    const head = ['From: crm@example.org', `Subject: ${subject}`, `Content-Type: ${type}`];
    const mail = [...head, ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : []), '', body].join(
      '\r\n',
    );
    const headers = { 'content-type': 'message/rfc822', 'x-api-key': SECRET };
    expect((await post('src_adf', { headers, body: mail })).status).toBe(202);
    const [held] = await allHeld();
    const { identities, text } = (await sources.heldLead(held?.id ?? '')) ?? {};
    expect(identities).toEqual(expect.arrayContaining(['e:ada@example.com', 'p:5550102030']));
    expect(text).toBe(mail);
  });

  it('is read in bounded work, whatever it is', async () => {
    const fill = (text: string) => text.repeat(BODY_LIMIT / text.length - 20);
    const hostile = [
      ...[
        '<adf ',
        '<adf><prospect><a>',
        '<![CDATA[',
        '&',
        '</adf>',
        '<br ',
        'a@',
        '1',
        '<!--',
        '=3D"',
        '<adf>&lt;adf ',
      ].map(fill),
      `<adf><prospect>${fill('<a x="1"/>')}</prospect></adf>`,
      `<adf><prospect>${fill('<comments>x</comments>')}</prospect></adf>`,
      `<adf><prospect><comments>${fill('&')}</comments></prospect></adf>`,
      `<adf><prospect ${Array.from({ length: 40_000 }, (_, n) => `a${n}=1`).join(' ')}></prospect></adf>`,
    ];
    for (const body of hostile) {
      const { post } = await sourceService();
      const before = process.cpuUsage();
      const { status } = await post('src_adf', { headers: xml, query: { key: SECRET }, body });
      const { user } = process.cpuUsage(before);
      expect([body.slice(0, 30), status]).toEqual([body.slice(0, 30), 202]);
      expect(user, body.slice(0, 30)).toBeLessThan(1_500_000);
    }
  });

  it('in which a letter was lost on its way is held, never a lead', async () => {
    const { post, crm, allHeld } = await sourceService();
    const headers = { ...xml, 'x-api-key': SECRET };
    expect((await post('src_adf', { headers, body: adf('Zo\ufffd') })).status).toBe(202);
    expect(crm.deals).toEqual([]);
    expect(await allHeld()).toMatchObject([{ why: 'not-text', fields: { firstName: 'Zo\ufffd' } }]);
  });

  it('are lost where NUL stands, in whatever form it comes', async () => {
    const { post, crm, allHeld } = await sourceService();
    const headers = { 'x-api-key': SECRET, 'content-type': 'application/json' };
    await post('src_form', { headers: urlencoded, body: 'name=A%00da&email=a%40example.com' });
    await post('src_json', { headers, body: '{"name":"A\\u0000da","email":"a@example.com"}' });
    expect([crm.deals, (await allHeld()).map(({ why }) => why)]).toEqual([[], ['not-text', 'not-text']]);
  });

  it('of very many leads at once is one thing to read, and of a few a lead each', async () => {
    const prospect = (n: number) =>
      `<prospect><id>${n}</id><customer><contact><name>A</name><email>a${n}@example.com</email></contact></customer></prospect>`;
    const many = (count: number, each: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => each(n)).join('');
    const crowds = [
      many(50_000, () => '<adf></adf>'),
      many(300, (n) => `<adf>${prospect(n)}</adf>`),
      many(3_000, (n) => `<adf><b>${n}</adf>`),
      many(300, prospect),
      `<adf>${many(3_000, prospect)}</adf>`,
      `<adf>${many(20, prospect)}<b></adf>`,
    ];
    for (const body of crowds) {
      const { post, crm, allHeld } = await sourceService();
      const { status } = await post('src_adf', { headers: xml, query: { key: SECRET }, body });
      expect([status, crm.deals.length, (await allHeld()).length], body.slice(0, 40)).toEqual([202, 0, 1]);
    }
    for (const body of [`<adf>${many(30, prospect)}</adf>`, many(30, (n) => `<adf>${prospect(n)}</adf>`)]) {
      const { post, crm } = await sourceService();
      const { status } = await post('src_adf', { headers: xml, query: { key: SECRET }, body });
      expect([status, crm.deals.length]).toEqual([200, 30]);
    }
  });
});

describe('Google', () => {
  const send = async (service: Awaited<ReturnType<typeof sourceService>>, body: string) =>
    service.post('src_google', { headers: { 'content-type': 'application/json' }, body });

  it('is answered {}, with its lead kept once', async () => {
    const service = await sourceService();
    for (let n = 0; n < 2; n += 1)
      expect(await send(service, google())).toMatchObject({ status: 200, body: '{}' });
    expect(service.crm.deals).toHaveLength(1);
  });

  it.each([
    [google({ google_key: 'guess' }), 403],
    [google({ google_key: undefined }), 403],
    ['[]', 400],
    ['{', 400],
    [`{"a":[${'1,'.repeat(2_000)}1]}`, 400],
    ['[['.repeat(100_000), 400],
  ])('is told by its own message what will never do: %.40s', async (body, status) => {
    const service = await sourceService();
    const answer = await send(service, body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) });
  });

  it('has its test shown, and kept in a sandbox alone', async () => {
    for (const keepsTests of [false, true]) {
      const service = await sourceService({ keepsTests });
      expect(await send(service, google({ is_test: true }))).toMatchObject({ status: 200, body: '{}' });
      expect(service.crm.deals).toHaveLength(keepsTests ? 1 : 0);
      const [, source] = await service.sources.sources();
      expect(
        source?.tested ?? (await service.sources.sources()).find(({ id }) => id === 'src_google')?.tested,
      ).toBeInstanceOf(Date);
    }
  });

  it('is found by the email and phone in it, however its JSON writes them', async () => {
    const service = await sourceService();
    const answer = { column_id: 'QUESTION', string_value: 'ada@example.com, (555) 010-2030' };
    const body = google({ user_column_data: [answer] }).replace('@', '\\u0040');
    await send(service, body);
    const [held] = await service.allHeld();
    const { identities } = (await service.sources.heldLead(held?.id ?? '')) ?? {};
    expect(identities).toEqual(expect.arrayContaining(['e:ada@example.com', 'p:5550102030']));
  });

  it('leaves its key in nothing that is held', async () => {
    const service = await sourceService();
    await send(service, google({ user_column_data: [] }));
    const [held] = await service.allHeld();
    const whole = await service.sources.heldLead(held?.id ?? '');
    expect(JSON.stringify(whole)).not.toContain(SECRET);
    expect(whole?.text).toContain('"lead_id":"L-1"');
  });
});

describe('a form', () => {
  const origins = ['https://www.example.com'];
  const thanks = 'https://www.example.com/thanks';
  const browser = { ...urlencoded, accept: 'text/html,application/xhtml+xml' };
  const withForm = (more: object = {}, options: object = {}) =>
    sourceService({ sources: [someSource('form', { origins, thanks, ...more })], ...options });

  it.each([
    [{ origin: 'https://www.example.com' }, 200],
    [{ origin: 'https://www.example.com:444' }, 403],
    [{ origin: 'http://www.example.com' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
  ])('comes from the pages that may send it: %j', async (headers, status) => {
    const { post, crm } = await withForm();
    const answer = await post('src_form', { headers: { ...urlencoded, ...headers }, body: form });
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(status === 200 ? origins[0] : undefined);
    expect(crm.deals).toHaveLength(status === 200 ? 1 : 0);
  });

  it('leads a browser to the page of thanks, a program that fills in everything, too', async () => {
    const { post, crm, allHeld } = await withForm({ origins: [] });
    const seen = async (body: string) => {
      const { status, headers } = await post('src_form', { headers: browser, body });
      return [status, headers.location];
    };
    expect(await seen(form)).toEqual([303, thanks]);
    expect(await seen(`${form}&website=https%3A%2F%2Fspam.example`)).toEqual([303, thanks]);
    expect([crm.deals.length, (await allHeld()).map(({ why }) => why)]).toEqual([1, ['trapped']]);
    expect(await seen('name=Ada')).toEqual([202, undefined]);
  });

  it('leads to a page of thanks with letters beyond Latin-1, as its address is written', async () => {
    const { post } = await withForm({ origins: [], thanks: 'https://www.example.com/спасибо?a=ü' });
    const { headers } = await post('src_form', { headers: browser, body: form });
    expect(headers.location).toBe(
      'https://www.example.com/%D1%81%D0%BF%D0%B0%D1%81%D0%B8%D0%B1%D0%BE?a=%C3%BC',
    );
  });

  it('has a trap of its own name: another field is the customer’s', async () => {
    const { post, crm, allHeld } = await withForm({ origins: [], trap: 'url2' });
    const sent = async (more: string) => post('src_form', { headers: urlencoded, body: `${form}${more}` });
    const plain = await sent('&website=https%3A%2F%2Fada.example');
    expect(crm.deals[0]?.notes).toContain('website: https://ada.example');
    const caught = await sent('&url2=x');
    expect([caught.status, JSON.parse(caught.body).body]).toEqual([200, {}]);
    expect(plain.status).toBe(200);
    const [only] = await allHeld();
    expect(only).toMatchObject({ why: 'trapped', fields: { firstName: 'Ada' } });
  });

  it.each([
    ['name=Ada', 'Please give an email address or a phone number.'],
    ['email=ada@example.com', 'Please give your name.'],
    ['name=Ada&phone=555-0123', 'Please check the phone number: it needs ten digits.'],
    ['name=Ada&email=ada@', 'Please check the email address.'],
  ])('tells the customer what to give: %s', async (body, words) => {
    const { post } = await withForm({ origins: [] });
    const script = await post('src_form', { headers: urlencoded, body });
    expect([script.status, JSON.parse(script.body).body.message]).toEqual([202, words]);
    expect((await post('src_form', { headers: browser, body })).body).toContain(words);
  });

  it('answers the preflight of a page that may send it, with the headers that it asks for', async () => {
    const { post } = await withForm();
    const ask = (origin: string, names = 'hx-current-url,hx-request') =>
      post('src_form', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': names },
        body: '',
      });
    const { status, headers } = await ask('https://www.example.com');
    expect([status, headers['access-control-allow-origin'], headers['access-control-allow-headers']]).toEqual(
      [204, 'https://www.example.com', 'hx-current-url,hx-request'],
    );
    expect(
      (await ask('https://www.example.com', 'a: b')).headers['access-control-allow-headers'],
    ).toBeUndefined();
    const other = await ask('https://other.example');
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    const all = await (await withForm({ origins: [] })).post('src_form', {
      method: 'OPTIONS',
      headers: {},
      body: '',
    });
    expect([all.status, all.headers['access-control-allow-origin']]).toEqual([204, '*']);
  });

  it('shows a browser what is wrong, and nothing of what was sent', async () => {
    const { post } = await withForm({ origins: [], thanks: undefined });
    const send = (body: string) => post('src_form', { headers: browser, body });
    const wrong = await send('name=%3Cscript%3E&email=%3Cscript%3E');
    expect(wrong.body).toContain('Please check the email address.');
    expect(wrong.body).not.toContain('<script');
    expect((await send(form)).body).toContain('Thank you');
  });

  it('is refused in words that say what to do to a browser, and as JSON that the page may read to a script', async () => {
    const boundary =
      '--b\r\ncontent-disposition: form-data; name="a"; filename="a.png"\r\n\r\nPNG\r\n--b--\r\n';
    const file = { type: 'multipart/form-data; boundary=b', body: boundary };
    const plain = { type: urlencoded['content-type'], body: form };
    const { post } = await withForm({}, { takeQuota: vendorQuota(3) });
    const from = (origin: string, accept: string, { type, body }: typeof file, id = 'src_form') =>
      post(id, { headers: { origin, accept, 'content-type': type }, body });
    const [ours, other] = ['https://www.example.com', 'https://other.example'];
    const cases = [
      [other, file, 403, 'This page may not send the form.', undefined],
      [ours, file, 400, 'send it without the file', ours],
      [ours, { ...plain, body: 'a&'.repeat(1_000) }, 400, 'It is too long', ours],
      [ours, { ...plain, body: '' }, 400, 'could not be read', ours],
      [ours, plain, 429, /send it again in \d+ seconds/, ours],
    ] as const;
    for (const [origin, sent, status, words, readers] of cases) {
      const seen = await from(origin, browser.accept, sent);
      expect([seen.status, seen.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(seen.body).toMatch(words);
      expect(seen.headers['access-control-allow-origin']).toBe(readers);
    }
    const limited = await from(ours, '*/*', plain);
    expect([limited.status, limited.headers['access-control-allow-origin']]).toEqual([429, ours]);
    expect(limited.headers['retry-after']).toMatch(/^\d+$/);
    expect(JSON.parse(limited.body).body).toHaveProperty('message');
    expect((await from(ours, browser.accept, plain, 'src_gone')).body).toContain('<h1>Not received</h1>');
    expect((await from(ours, browser.accept, { type: 'text/xml', body: adf() }, 'src_gone')).body).toMatch(
      /^\{/,
    );
  });

  it('is taken so often a minute', async () => {
    const { post } = await withForm({ origins: [] }, { takeQuota: vendorQuota(2) });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push((await post('src_form', { headers: urlencoded, body: form })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('is one lead for a double click, and another one the next day', async () => {
    const clock = { now: Date.UTC(2026, 10, 1) };
    const { post, crm } = await withForm({ origins: [] }, { now: () => new Date(clock.now) });
    for (const later of [0, 1_000, DAY_MS]) {
      clock.now = Date.UTC(2026, 10, 1) + later;
      await post('src_form', { headers: urlencoded, body: form });
    }
    expect(crm.deals).toHaveLength(2);
  });

  it.each([
    ['too many pairs', urlencoded, 'a&'.repeat(60_000), 400],
    ['too much', urlencoded, `message=${'a'.repeat(132_000)}`, 413],
    ['another type', { 'content-type': 'text/plain' }, form, 415],
    ['no boundary', { 'content-type': 'multipart/form-data' }, form, 415],
    [
      'too many parts',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\n\r\n\r\n'.repeat(10_000),
      400,
    ],
  ])('is refused with %s', async (_what, headers, body, status) => {
    const { post } = await withForm({ origins: [] });
    expect((await post('src_form', { headers, body })).status).toBe(status);
  });
});

it('says of nothing that it is empty, and asks for no JSON', async () => {
  const { post } = await sourceService();
  const { status, body } = await post('src_form', { headers: urlencoded, body: '' });
  expect([status, JSON.parse(body).body]).toEqual([
    400,
    { error: 'Nothing sent', message: 'The request body is empty' },
  ]);
});

it.each([
  ['text/csv; header=present', 'text/csv'],
  ['<script>', 'missing'],
])('says to a stranger what a form is sent as, and what came: %s', async (type, said) => {
  const { post } = await sourceService();
  const { status, body } = await post('src_form', { headers: { 'content-type': type }, body: 'name,Ada' });
  expect([status, JSON.parse(body).body.message]).toEqual([
    415,
    `This source reads application/x-www-form-urlencoded, multipart/form-data and JSON; the Content-Type of the request is ${said}`,
  ]);
});

it('answers POST alone, and a form’s OPTIONS', async () => {
  const { post } = await sourceService();
  for (const method of ['GET', 'PUT', 'OPTIONS']) {
    const answer = await post('src_adf', { method, body: '' });
    const allowed = method === 'OPTIONS' ? 'POST' : 'POST, OPTIONS';
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, allowed]);
  }
});
