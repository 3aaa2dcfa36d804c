import { describe, expect, it } from 'vitest';
import { BODY_LIMIT } from '../../../../src/adapters/inbound/http/http-error.ts';
import { sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';
import type { Signer } from '../../../../src/domain/sources/source-kinds.ts';
import { DAY_MS } from '../../../../src/operators/domain/day.ts';
import { SECRET, signingKeys, someSource, sourceService } from '../../../support/sources.ts';

const json = { 'content-type': 'application/json' };
const lead = JSON.stringify({ name: 'Ada Byron', email: 'ada@example.com', message: 'Hello' });

/** A body, and its signatures as Python 3.11 (`hmac`, `base64`) and Go 1.26 (`crypto/hmac`) computed them. */
const signed = {
  key: 'whsec-Example/Key+1=',
  body: '{"form_response":{"token":"abc"},"name":"Zoë Núñez","n":1.0}',
  at: Date.parse('2026-01-01T00:00:00Z'),
  headers: {
    typeform: { 'typeform-signature': 'sha256=o9RfknPwA/n+rnQuYg4kc32DIk6AdQ8B4jvZXgZHIjE=' },
    webflow: {
      'x-webflow-timestamp': '1767225600000',
      'x-webflow-signature': 'eebba74765063c2fe568067074e0c33c2b14427c79cba3fda903ada792a536c4',
    },
    callrail: { signature: 'bwcOI1Dvcaq6PutlI341qlZ57zw=' },
  } satisfies Record<Signer, Readonly<Record<string, string>>>,
} as const;

const signers = Object.keys(signed.headers) as Signer[];

const sealed = (text: string, expires?: Date) => ({
  ...{ digest: sha256(text), hint: '', sealed: signingKeys.seal(text), created: new Date(0), expires },
});

const signedService = (by: Signer, { now = signed.at, secrets = [sealed(signed.key)] } = {}) =>
  sourceService({ sources: [someSource('json', { signed: by, secrets })], now: () => new Date(now) });

describe.each(signers)('a signature of %s', (by) => {
  const headers = { ...json, ...signed.headers[by] };
  const send = async (more: object, options?: Parameters<typeof signedService>[1]) => {
    const { post, served } = await signedService(by, options);
    const { status } = await post('src_json', { headers, body: signed.body, ...more });
    return [status, served[0]?.refusal];
  };

  it('is proof of the very bytes that it signs, made with the very key', async () => {
    expect(await send({})).toEqual([200, undefined]);
    const refused = [403, 'forbidden-source'];
    expect(await send({ body: `${signed.body} ` })).toEqual(refused);
    expect(await send({ body: signed.body.replace('1.0', '1') })).toEqual(refused);
    for (const [name, value] of Object.entries(signed.headers[by]))
      for (const other of [undefined, '', 'x', `${value}x`, value.slice(1), value.toUpperCase()])
        if (other !== value) expect(await send({ headers: { ...headers, [name]: other } })).toEqual(refused);
    expect(await send({}, { secrets: [sealed('another-key')] })).toEqual(refused);
  });

  it('is named where it is refused', async () => {
    const { post } = await signedService(by);
    const { body } = await post('src_json', { headers: json, body: signed.body });
    expect(body).toContain('its secret or signature is missing or wrong');
  });

  it('counts with either key until an overlap ends, and the key itself is no proof', async () => {
    const secrets = [sealed(signed.key, new Date(signed.at + 1)), sealed('the-new-one')];
    expect(await send({}, { secrets })).toEqual([200, undefined]);
    expect(await send({}, { secrets, now: signed.at + 1 })).toEqual([403, 'forbidden-source']);
    expect(await send({ headers: { ...json, 'x-api-key': signed.key } })).toEqual([403, 'forbidden-source']);
  });

  it('is to be sent again where this process cannot read the key', async () => {
    expect(await send({}, { secrets: [{ ...sealed(signed.key), sealed: 'lost' }] })).toEqual([
      503,
      'unavailable',
    ]);
  });
});

it('Webflow’s signature counts for five minutes, as it documents', async () => {
  for (const [late, status] of [
    [300_000, 200],
    [300_001, 403],
    [-300_001, 403],
  ] as const) {
    const { post } = await signedService('webflow', { now: signed.at + late });
    const headers = { ...json, ...signed.headers.webflow };
    expect((await post('src_json', { headers, body: signed.body })).status).toBe(status);
  }
});

describe('JSON', () => {
  const withKey = { ...json, 'x-api-key': SECRET };

  it.each([
    ['a header', { headers: withKey }, 200],
    ['a password', { headers: { ...json, authorization: `Basic ${btoa(`x:${SECRET}`)}` } }, 200],
    ['the address', { headers: json, query: { key: SECRET } }, 200],
    ['nothing', { headers: json }, 403],
    ['a wrong header', { headers: { ...json, 'x-api-key': 'guess' } }, 403],
  ])('proves itself by %s', async (_where, sent, status) => {
    const { post, crm } = await sourceService();
    expect((await post('src_json', { ...sent, body: lead })).status).toBe(status);
    expect(crm.deals).toHaveLength(status === 200 ? 1 : 0);
  });

  it('is read whatever its label, and as UTF-8 or what it is', async () => {
    const latin = Buffer.from('{"name":"Zoë","email":"z@example.com"}', 'latin1');
    for (const [type, body] of [
      ['application/ld+json; charset=utf-8', lead],
      ['text/plain;charset=UTF-8', lead],
      ['application/x-www-form-urlencoded', lead],
      ['application/octet-stream', `\ufeff ${lead}`],
      [undefined, lead],
      ['application/json', latin],
    ] as const) {
      const { post, crm } = await sourceService();
      const headers = { 'x-api-key': SECRET, ...(type && { 'content-type': type }) };
      expect((await post('src_json', { headers, body })).status).toBe(200);
      expect([type, crm.deals[0]?.customer?.firstName]).toEqual([type, body === latin ? 'Zoë' : 'Ada']);
    }
  });

  it('is one lead with its sender’s id, also with other words, or else with the same text on one day', async () => {
    const clock = { now: signed.at };
    const { post, crm, allHeld } = await sourceService({ now: () => new Date(clock.now) });
    const send = (body: string) => post('src_json', { headers: withKey, body });
    const withId = (more: object) =>
      JSON.stringify({ id: 7, name: 'Ada', email: 'ada@example.com', ...more });
    for (const body of [lead, lead, withId({}), withId({}), withId({ message: 'Changed' })])
      expect((await send(body)).status).toBe(200);
    expect([crm.deals.length, (await allHeld()).map(({ why }) => why)]).toEqual([2, ['sent-again']]);
    clock.now += DAY_MS;
    await send(lead);
    await send(withId({}));
    expect(crm.deals).toHaveLength(3);
  });

  it('is held, and answered 200, whatever it is', async () => {
    for (const body of ['[]', '7', 'null', '%PDF-1.7', '<adf/>', '{"a":1}', '{"constructor":{"name":"x"}}']) {
      const { post, allHeld, sources, faults } = await sourceService();
      expect([body, (await post('src_json', { headers: withKey, body })).status]).toEqual([body, 200]);
      const [held] = await allHeld();
      expect((await sources.heldLead(held?.id ?? ''))?.text).toBe(body);
      expect(faults).toEqual([]);
    }
  });

  it('takes a field’s name that every object has as any other', async () => {
    const { post, crm } = await sourceService();
    const body =
      '{"name":"Ada","email":"a@example.com","constructor":"x","__proto__":{"phone":"6045550123"}}';
    await post('src_json', { headers: withKey, body });
    expect(crm.deals[0]?.notes).toBe('Needs Deal Type. constructor: x\n__proto__.phone: 6045550123');
    expect(crm.deals[0]?.customer?.phone).toBeUndefined();
  });

  it('is a lead for each customer in a list, with what stands beside it', async () => {
    const { post, crm } = await sourceService();
    const leads = [
      { id: 1, name: 'Ada', email: 'ada@example.com' },
      { id: 2, name: 'Bob', email: 'bob@example.com' },
    ];
    const send = (body: object) => post('src_json', { headers: withKey, body: JSON.stringify(body) });
    await send({ id: 'batch', campaign: 'May', leads });
    const read = () =>
      crm.deals.map(({ customer, notes }) => [customer?.firstName, customer?.email?.value, notes]);
    expect(read()).toEqual([
      ['Ada', 'ada@example.com', 'Needs Deal Type. campaign: May'],
      ['Bob', 'bob@example.com', 'Needs Deal Type. campaign: May'],
    ]);
    await send({ leads: leads.toReversed() });
    await send({ name: 'Cy', email: 'cy@example.com', contacts: leads });
    await send({ leads, message: 'x'.repeat(1_001) });
    expect(read().length).toBe(4);
  });

  it('has no fax as a phone', async () => {
    const { post, crm } = await sourceService();
    const phones = [
      { type: 'Fax', number: '604-555-0199' },
      { type: 'cell', number: '604-555-0123' },
    ];
    await post('src_json', { headers: withKey, body: JSON.stringify({ name: 'Ada', phones }) });
    expect(crm.deals[0]?.customer?.phone?.value).toBe('6045550123');
    expect(crm.deals[0]?.notes).toContain('phones.0.number: 604-555-0199');
    const body = JSON.stringify({ type: 'fax lead', name: 'Ada', phone: '604-555-0124' });
    await post('src_json', { headers: withKey, body });
    expect(crm.deals[1]?.customer?.phone?.value).toBe('6045550124');
  });

  it('tells LeadConduit the outcome that it reads', async () => {
    const { post } = await sourceService();
    const body = '{"lead":{"id":"LC1"},"first_name":"Ada","phone_1":"6045550123"}';
    const {
      statusCode,
      body: told,
      ...also
    } = JSON.parse((await post('src_json', { headers: withKey, body })).body);
    expect([statusCode, also]).toEqual([200, { outcome: 'success', reason: '', lead: { id: told.leadId } }]);
  });

  it('is read in bounded work, whatever it is', async () => {
    const fill = (text: string) => text.repeat(BODY_LIMIT / text.length - 20);
    const pairs = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":"v"`).join(',');
    const hostile = [
      ...['[', '{"a":', '[[],', '"', '\\', '{"name":"x","value":', '[1,', ' '].map(fill),
      `{"a":"${fill('\\u0041')}"}`,
      `{"a":"${fill('1')}"}`,
      `{"${fill('a.')}":"1"}`,
      `{"${fill('[a]')}":"1"}`,
      `{${pairs(9_000)}}`,
      `[${Array.from({ length: 9_000 }, () => '{}').join(',')}]`,
      `{"form_response":{"answers":[{"type":"text","text":"${fill('your ')}"}]}}`,
      `{"name":"${fill('Dr. ')}","phone":"${'1'.repeat(1_000)}"}`,
    ];
    for (const body of hostile) {
      const { post, allHeld } = await sourceService();
      const before = process.cpuUsage();
      expect((await post('src_json', { headers: withKey, body })).status).toBe(200);
      const { user } = process.cpuUsage(before);
      expect([body.slice(0, 30), (await allHeld()).length]).toEqual([body.slice(0, 30), 1]);
      expect(user, body.slice(0, 30)).toBeLessThan(1_500_000);
    }
  });
});

describe('JSON at a form’s source', () => {
  const origin = 'https://www.example.com';
  const send = async (headers: object, body: string) => {
    const { post, crm, allHeld } = await sourceService({
      sources: [someSource('form', { origins: [origin] })],
    });
    const { status } = await post('src_form', { headers: { ...json, ...headers }, body });
    return [status, crm.deals.length, (await allHeld()).length];
  };

  it('keeps the form’s own rules of origin, size and trap; what cannot be read is refused', async () => {
    expect(await send({ origin }, lead)).toEqual([200, 1, 0]);
    expect(await send({}, lead)).toEqual([403, 0, 0]);
    expect(await send({ origin }, `{"email":"a@example.com"}`)).toEqual([202, 0, 1]);
    expect(await send({ origin }, lead.replace('Hello', 'x'.repeat(140_000)))).toEqual([413, 0, 0]);
    expect(await send({ origin }, lead.replace('}', ',"website":"spam.example"}'))).toEqual([200, 0, 1]);
    for (const body of ['{', '[]', '[['.repeat(10_000)])
      expect(await send({ origin }, body)).toEqual([400, 0, 0]);
  });
});
