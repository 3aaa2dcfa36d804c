import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireName } from '../../src/adapters/inbound/http/lead-payload.ts';
import { dealTypes } from '../../src/domain/deal-type.ts';
import { type Answer, type HttpTarget, type SentHeaders, validLead } from '../support/http-target.ts';
import { slips } from '../support/slips.ts';

const fields = [...Object.keys(validLead), 'external_id'];
const oneLineLimits: Record<Exclude<WireName, Apart>, number> = {
  first_name: 255,
  last_name: 255,
  vendor_name: 255,
  external_lead_id: 255,
  external_id: 255,
  zip: 16,
  vehicle_year: 64,
  vehicle_make: 64,
  vehicle_model: 64,
  vehicle_miles: 64,
};

/** Fields with rules of their own. */
type Apart = 'email' | 'phone' | 'deal_type' | 'lead_notes';

const without = (...names: string[]): object =>
  Object.fromEntries(Object.entries(validLead).filter(([name]) => !names.includes(name)));

/** What a vendor may rely on, row by row of the specification and of our own decisions. */
export function httpContract(name: string, start: () => Promise<HttpTarget>): void {
  describe(name, () => {
    let target: HttpTarget;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(() => target?.close());

    const post = (lead: unknown, headers: SentHeaders = {}) =>
      postText(typeof lead === 'string' || lead instanceof Uint8Array ? lead : JSON.stringify(lead), headers);
    const postText = (body: string | Uint8Array, headers: SentHeaders = {}) =>
      target.send({
        method: 'POST',
        path: '/v1/lead',
        headers: { 'x-api-key': target.key, 'content-type': 'application/json', ...headers },
        body,
      });
    const get = (path: string, key = target.key) =>
      target.send({ method: 'GET', path, headers: { 'x-api-key': key } });

    /** The envelope's body, after checking what holds for every answer. */
    function bodyOf(answer: Answer, status: number): Record<string, unknown> {
      expect(answer.status, answer.text).toBe(status);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['x-request-id']).toMatch(/^[\w.:-]{1,128}$/);
      const envelope = JSON.parse(answer.text);
      expect(Object.keys(envelope)).toEqual(['statusCode', 'body']);
      expect(envelope.statusCode).toBe(status);
      return envelope.body;
    }

    async function accepted(lead: unknown, headers?: SentHeaders): Promise<string> {
      const { leadId } = bodyOf(await post(lead, headers), 200);
      expect(leadId).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      return String(leadId);
    }

    /** The envelope's body, after checking that the lead is refused with both texts. */
    async function refused(lead: unknown, status = 400, headers?: SentHeaders) {
      const body = bodyOf(await post(lead, headers), status);
      expect(body).toEqual(
        expect.objectContaining({ error: expect.any(String), message: expect.any(String) }),
      );
      return body;
    }

    describe('4.1 Create Lead', () => {
      it('2.2 returns 200 with a leadId and nothing else', async () => {
        expect(Object.keys(bodyOf(await post(validLead), 200))).toEqual(['leadId']);
      });

      it('creates a new lead for every submission', async () => {
        expect(await accepted(validLead)).not.toBe(await accepted(validLead));
      });

      it.each([
        ['email alone', without('phone')],
        ['phone alone', without('email')],
        [
          'only the required fields',
          without('last_name', 'phone', 'zip', 'external_lead_id', 'vehicle_year'),
        ],
        [
          'null for every optional field',
          { ...validLead, last_name: null, phone: null, zip: null, vehicle_make: null },
        ],
        [
          'blank optional fields',
          { ...validLead, last_name: ' ', zip: '', external_lead_id: '', external_id: 'X' },
        ],
        ['null email beside a phone', { ...validLead, email: null }],
        ['unknown fields, of any type', { ...validLead, colour: 'red', extra: { deep: [1] } }],
        [
          'emoji and any script',
          { ...validLead, first_name: '陳大文 👩‍🚒', last_name: 'Ünïcødé', lead_notes: '✓\n\tكتاب' },
        ],
        ['an email in another script', { ...validLead, email: 'jörg@bücher.example' }],
        [
          'surrounding white space',
          { ...validLead, first_name: '  Ada ', email: ' ada@example.com ', deal_type: ' sales ' },
        ],
        ['8 KB of notes', { ...validLead, lead_notes: 'n'.repeat(8192) }],
        ['50,000 characters of notes', { ...validLead, lead_notes: '\u{1f600}'.repeat(50_000) }],
        ['a NUL in a name', { ...validLead, first_name: 'A\u0000B' }],
      ])('accepts %s', async (_what, lead) => {
        await accepted(lead);
      });

      it('accepts 50,000 characters of notes that are written as twelve each', async () => {
        const lead = JSON.stringify({ ...validLead, lead_notes: '#' });
        await accepted(lead.replace('#', '\\ud83d\\ude00'.repeat(50_000)));
      });

      it.each([...dealTypes, 'SALES', 'Buy-Back'])('2.1 accepts the deal_type %s', async (deal_type) => {
        await accepted({ ...validLead, deal_type });
      });

      it.each([
        '5550102030',
        '15550102030',
        '+1 555 010 2030',
        '(555) 010-2030',
        '1-555-010-2030',
        '555.010.2030',
      ])('2.1 rule 3: accepts the phone %s', async (phone) => {
        await accepted({ ...validLead, phone });
      });

      it('uses the last of several fields with the same name', async () => {
        await accepted(JSON.stringify(validLead).replace('{', '{"deal_type":"nonsense",'));
      });

      it('ignores __proto__ and constructor like any unknown field', async () => {
        const leadId = await accepted(
          JSON.stringify(validLead).replace(
            '{',
            '{"__proto__":{"first_name":1},"constructor":{"prototype":{}},',
          ),
        );
        expect(bodyOf(await get(`/v1/lead/${leadId}`), 200).status).toBe('In Progress');
      });
    });

    describe('4.2 Get Lead', () => {
      it('2.3 returns the leadId and its status, In Progress at first', async () => {
        const leadId = await accepted(validLead);
        expect(bodyOf(await get(`/v1/lead/${leadId}`), 200)).toEqual({ leadId, status: 'In Progress' });
      });

      it('decodes the path once', async () => {
        const leadId = await accepted(validLead);
        const encoded = leadId.replaceAll('-', '%2D');
        expect(bodyOf(await get(`/v1/lead/${encoded}`), 200).leadId).toBe(leadId);
        const twice = leadId.replaceAll('-', '%252D');
        expect(bodyOf(await get(`/v1/lead/${twice}`), 404).message).toContain('%2D');
      });

      it.each([
        ['unknown', '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b', '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'],
        ['not a UUID', 'nonsense', 'nonsense'],
        ['NUL', '%00', '\u0000'],
        ['not valid percent-encoding', '100%', '100%'],
        ['encoded, but not as UTF-8', '%ff%fe', '%ff%fe'],
        ['an operator', '%7B%22$gt%22:%22%22%7D', '{"$gt":""}'],
        ['10,000 characters long', 'x'.repeat(10_000), 'x'.repeat(10_000)],
        ['a name of Object.prototype', '__proto__', '__proto__'],
      ])('7: 404 with only a message for an id that is %s', async (_what, sent, told) => {
        const body = bodyOf(await get(`/v1/lead/${sent}`), 404);
        expect(body).toEqual({ message: `No lead was found with the leadId: ${told}` });
      });

      it('7: 404 with only a message for an id that contains an encoded slash', async () => {
        const body = bodyOf(await get('/v1/lead/..%2f'), 404);
        const asPath =
          'This path does not exist; the paths of the API are in /v1/openapi.json, and none has a trailing slash';
        const asId = 'No lead was found with the leadId: ../';
        expect(body).toEqual({ message: target.pathsArriveDecoded ? asPath : asId });
      });

      it("5.5 another vendor's lead gets the same 404 as a lead that does not exist", async () => {
        const leadId = await accepted(validLead);
        const others = await get(`/v1/lead/${leadId}`, target.otherKey);
        expect(bodyOf(others, 404)).toEqual({ message: `No lead was found with the leadId: ${leadId}` });
      });

      it('knows the id in capitals, as some databases give UUIDs back, and answers it as it was made', async () => {
        const leadId = await accepted(validLead);
        const status = 'In Progress';
        const body = bodyOf(await get(`/v1/lead/${leadId.toUpperCase()}`), 200);
        expect(body).toEqual({ leadId, status });
        const capitals = leadId.toUpperCase();
        const others = bodyOf(await get(`/v1/lead/${capitals}`, target.otherKey), 404);
        expect(others).toEqual({ message: `No lead was found with the leadId: ${capitals}` });
      });
    });

    describe('5 Authentication', () => {
      it.each([
        ['missing', {}],
        ['empty', { 'x-api-key': '' }],
        ['wrong', { 'x-api-key': 'nobody' }],
        ['unknown, and begins like an issued one', { 'x-api-key': `lead_live_${'0'.repeat(33)}` }],
        ['not ASCII', { 'x-api-key': 'cl\u00e9' }],
        ['very long', { 'x-api-key': 'k'.repeat(5_000) }],
      ])('403 for a key that is %s', async (_what, headers) => {
        for (const [method, path] of [
          ['POST', '/v1/lead'],
          ['GET', '/v1/lead/0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'],
          ['GET', '/v1/nothing'],
          ['DELETE', '/v1/lead'],
        ] as const) {
          const answer = await target.send({ method, path, headers: headers as Record<string, string> });
          expect(bodyOf(answer, 403)).toEqual({ error: expect.any(String), message: expect.any(String) });
        }
      });

      it('403 before anything else in the request is checked', async () => {
        const answer = await target.send({
          method: 'POST',
          path: '/v1/lead',
          headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
          body: 'x'.repeat(700 * 1024),
        });
        bodyOf(answer, 403);
      });

      it('a key sent twice counts once', async () => {
        for (const twice of [
          [target.key, ` ${target.key}`],
          `${target.key}, ${target.key}`,
          [`${target.key},${target.key}`, target.key],
        ])
          await accepted(validLead, { 'x-api-key': twice });
      });

      it('403 for two keys', async () => {
        bodyOf(await post(validLead, { 'x-api-key': `${target.key}, ${target.otherKey}` }), 403);
        if (target.lastLineArrives) return;
        bodyOf(await post(validLead, { 'x-api-key': [target.key, target.otherKey] }), 403);
        bodyOf(await post(validLead, { 'x-api-key': ['', target.key] }), 403);
      });
    });

    describe('7 Errors', () => {
      it.each([
        ['nothing', '', /empty/],
        ['half an object', '{"first_name": "Ada",', /not valid JSON/],
        ['an array', '[]', /one JSON object/],
        ['a string', '"lead"', /one JSON object/],
        ['null', 'null', /one JSON object/],
        ['a number', '5', /one JSON object/],
        ['trailing text', '{} {}', /not valid JSON/],
        ['900 levels of nesting, unclosed', '['.repeat(900), /not valid JSON/],
        ['100,000 levels of nesting, unclosed', '['.repeat(100_000), /at most 1000 fields and elements/],
        ['70,000 fields', `{${'"a1":1,'.repeat(70_000)}"x":1}`, /at most 1000 fields/],
        ['one field more than 1,000', `{${'"a":1,'.repeat(1_000)}"b":1}`, /at most 1000 fields/],
        ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/],
      ])('400 Invalid JSON: %s', async (_what, sent, message) => {
        expect(await refused(sent)).toEqual({
          error: 'Invalid JSON',
          message: expect.stringMatching(message),
        });
      });

      it('accepts 900 levels of nesting, and 1,000 fields, of which all but a lead’s are unknown', async () => {
        const deep = `${'['.repeat(900)}${']'.repeat(900)}`;
        const lead = JSON.stringify(validLead);
        await accepted(lead.replace('{', `{"deep":${deep},`));
        const unknown = '"x":"\\",{[\\\\",'.repeat(1_000 - Object.keys(validLead).length);
        await accepted(lead.replace('{', () => `{${unknown}`));
      });

      it('tolerates a byte order mark', async () => {
        await accepted(Buffer.from(`\ufeff${JSON.stringify(validLead)}`));
      });

      describe.each(['first_name', 'deal_type', 'vendor_name', 'lead_notes'])('%s', (field) => {
        it.each([
          ['missing', undefined],
          ['null', null],
          ['empty', ''],
          ['only white space', ' \t\r\n'],
        ])('400 when it is %s', async (_what, value) => {
          const { error, message } = await refused({ ...validLead, [field]: value });
          expect(error).toBe(`${field} is required`);
          expect(message).toContain(field);
        });
      });

      it.each([
        ['missing', without('email', 'phone')],
        ['null', { ...validLead, email: null, phone: null }],
        ['blank', { ...validLead, email: '', phone: '  ' }],
      ])('400 when both email and phone are %s', async (_what, lead) => {
        expect(await refused(lead)).toEqual({
          error: 'email or phone is required',
          message: 'Either email or phone must be provided',
        });
      });

      it('names the fields that nobody reads, in the sandbox, of leads that are taken and of others', async () => {
        const more = { zipCode: '94107', firstName: 'Ada', 'not a\r\nname': 1 };
        for (const lead of [validLead, without('first_name')]) {
          const { headers } = await post({ ...lead, ...more });
          expect(headers['sandbox-ignored']).toBe('zipCode, firstName');
        }
        expect((await post(validLead)).headers['sandbox-ignored']).toBeUndefined();
      });

      it('400 that says so when the phone is a number', async () => {
        const { message } = await refused({ ...without('email'), phone: 2125550100 });
        expect(message).toBe('phone must be a string');
      });

      it.each([
        '',
        ' ',
        'x',
        'a@',
        '@b.com',
        'a b@c.com',
        'a@b',
        'a@b..com',
        'a@@b.com',
        '.a@b.com',
        'a@-b.com',
        'a@b.com,c@d.com',
        `${'l'.repeat(65)}@b.com`,
      ])('400 for the email "%s" beside a valid phone', async (email) => {
        expect((await refused({ ...validLead, email })).error).toBe('Invalid email format');
      });

      it.each(slips)('says how to mend a slip: $what', async ({ request, status, says, inSeveralLines }) => {
        if (inSeveralLines && target.lastLineArrives) return;
        const body = bodyOf(await target.send(request(target.key, target.otherKey)), status);
        expect(body.message).toMatch(says);
      });

      it.each([
        'x',
        '555-1234',
        '2 555 123 4567',
        '+1 555 123 45678',
        '555123456',
        '25551234567',
        '٥٥٥٠١٠٢٠٣٠',
      ])('400 for the phone "%s" beside a valid email', async (phone) => {
        expect(await refused({ ...validLead, phone })).toEqual({
          error: 'Invalid phone format',
          message: 'Phone must contain 10 digits, or 11 digits starting with 1',
        });
      });

      it.each(['xyz', 'buyback', 'sale', 'ſales', 'sa les', 'constructor'])(
        '400 for the deal_type %s',
        async (deal_type) => {
          const { error, message } = await refused({ ...validLead, deal_type });
          expect(error).toBe('Invalid deal_type');
          expect(message).toBe(
            'deal_type must be one of sales, service, rental, lift, commercial, buy-back, other',
          );
        },
      );

      describe.each(fields)('%s', (field) => {
        it.each([
          ['a number', 5],
          ['a boolean', true],
          ['an array', ['x']],
          ['an operator', { $gt: '' }],
        ])('400 naming it when it is %s', async (_what, value) => {
          const { error, message } = await refused({ ...validLead, [field]: value });
          expect(error).toContain(field);
          expect(message).toBe(`${field} must be a string`);
        });
      });

      it.each(Object.entries(oneLineLimits))('8: %s may have up to %i characters', async (field, limit) => {
        await accepted({ ...validLead, [field]: '😀'.repeat(limit) });
        await accepted({ ...validLead, [field]: ` ${'x'.repeat(limit)} ` });
        const { error, message } = await refused({ ...validLead, [field]: 'x'.repeat(limit + 1) });
        expect(error).toBe(`${field} is too long`);
        expect(message).toContain(String(limit));
      });

      it('8: email may have up to 254 characters, phone 64, lead_notes 50,000', async () => {
        const domain = `${'d'.repeat(60)}.`.repeat(4);
        await accepted({ ...validLead, email: `${'l'.repeat(254 - domain.length - 4)}@${domain}com` });
        expect(
          (await refused({ ...validLead, email: `${'l'.repeat(255 - domain.length - 4)}@${domain}com` }))
            .error,
        ).toBe('email is too long');
        await accepted({ ...validLead, phone: `${'-'.repeat(54)}5550102030` });
        expect((await refused({ ...validLead, phone: `${'-'.repeat(55)}5550102030` })).error).toBe(
          'phone is too long',
        );
        expect((await refused({ ...validLead, lead_notes: 'x'.repeat(50_001) })).error).toBe(
          'lead_notes is too long',
        );
        await accepted({ ...validLead, deal_type: 'other', lead_notes: ` ${'x'.repeat(50_000)}\n` });
      });

      it('reports the first problem in the order of the table, and lists all if several fields are wrong', async () => {
        const body = await refused({
          lead_notes: 7,
          vendor_name: '',
          zip: 'z'.repeat(17),
          phone: '1',
          first_name: ' ',
        });
        const [first] = body.errors as { field: string; error: string; message: string }[];
        expect(body.error).toBe('first_name is required');
        expect({ error: first?.error, message: first?.message }).toEqual({
          error: body.error,
          message: body.message,
        });
        expect((body.errors as { field: string }[]).map(({ field }) => field)).toEqual([
          'first_name',
          'phone',
          'deal_type',
          'vendor_name',
          'lead_notes',
          'zip',
        ]);
      });

      it('has no list if only one field is wrong', async () => {
        expect(Object.keys(await refused({ ...validLead, zip: 5 }))).toEqual(['error', 'message']);
      });

      it('never repeats what was sent', async () => {
        const answer = await post({
          ...validLead,
          email: 'canary-7391',
          phone: 'canary-7392',
          deal_type: 'canary-7393',
        });
        expect(answer.text).not.toContain('canary');
      });
    });

    describe('Body and headers', () => {
      it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ; x=y', ''])(
        'accepts the content type "%s"',
        async (type) => {
          await accepted(validLead, { 'content-type': type });
        },
      );

      it.each([
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/json-patch+json',
      ])('415 for the content type %s', async (type) => {
        await refused(validLead, 415, { 'content-type': type });
      });

      it.each([
        [['application/json', 'application/json']],
        [['application/json; charset=utf-8', 'Application/JSON']],
        ['application/json, application/json;charset=utf-8'],
        ['application/json; x="a, text/plain"'],
      ])('accepts the content types %j', async (types) => {
        await accepted(validLead, { 'content-type': types });
      });

      it('415 if one of several content types is another', async () => {
        await refused(validLead, 415, { 'content-type': 'application/json; charset=utf-8, text/plain' });
        await refused(validLead, 415, { 'content-type': 'application/json, text/plain' });
        await refused(validLead, 415, { 'content-type': ['application/json', 'text/plain'] });
        if (target.lastLineArrives) return;
        await refused(validLead, 415, { 'content-type': ['text/plain', 'application/json; charset=utf-8'] });
      });

      it.each(['gzip', 'br', 'deflate, gzip', 'identity, gzip'])(
        '415 for the content encoding %s',
        async (encoding) => {
          await refused(validLead, 415, { 'content-encoding': encoding });
        },
      );

      it.each(['identity', 'identity, identity'])('accepts the content encoding %s', async (encoding) => {
        await accepted(validLead, { 'content-encoding': encoding });
        await accepted(validLead, { 'content-encoding': [encoding, encoding] });
      });

      it('413 over 640 KiB, but not for exactly 640 KiB', async () => {
        const padding = 640 * 1024 - JSON.stringify({ ...validLead, x: '' }).length;
        await accepted({ ...validLead, x: 'x'.repeat(padding) });
        await refused({ ...validLead, x: 'x'.repeat(padding + 1) }, 413);
      });

      it('415 rather than 413 if both apply', async () => {
        await refused('x'.repeat(641 * 1024), 415, { 'content-type': 'text/plain' });
      });

      it.each(['abc-123', 'a:b.c_d', 'x'.repeat(128)])('returns the request id %s', async (id) => {
        const answer = await post(validLead, { 'x-request-id': id });
        expect(answer.headers['x-request-id']).toBe(id);
      });

      it('returns a request id that was sent twice', async () => {
        const answer = await post(validLead, { 'x-request-id': ['abc-123', 'abc-123'] });
        expect(answer.headers['x-request-id']).toBe('abc-123');
      });

      it.each(['', 'a b', 'a,b', 'x'.repeat(129), '<script>'])(
        'does not return the request id "%s"',
        async (id) => {
          const answer = await post(validLead, { 'x-request-id': id });
          expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
        },
      );
    });

    describe('Idempotency-Key', () => {
      it('returns the first leadId again', async () => {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const first = await post(validLead, headers);
        const again = await post(Object.fromEntries(Object.entries(validLead).reverse()), headers);
        expect(again.text).toBe(first.text);
        expect(first.headers['idempotent-replayed']).toBeUndefined();
        expect(again.headers['idempotent-replayed']).toBe('true');
      });

      it('recognises the lead however it is written', async () => {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const { external_lead_id, ...rest } = validLead;
        const rewritten = {
          ...rest,
          first_name: ' Ada\t',
          phone: '1.555.010.2030',
          deal_type: 'SALES',
          external_id: external_lead_id,
          unknown: 'passed over',
        };
        const first = await accepted(validLead, headers);
        expect(await accepted(JSON.stringify(rewritten, null, 4), headers)).toBe(first);
      });

      it('does not remember a key whose lead was refused', async () => {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        await refused({ ...validLead, phone: '1' }, 400, headers);
        await accepted(validLead, headers);
      });

      it('may have 255 characters, all of printable ASCII', async () => {
        const key = `{"$ne": "'\\"} ${crypto.randomUUID()}`.padEnd(255, '~');
        const first = await accepted(validLead, { 'idempotency-key': key });
        expect(await accepted(validLead, { 'idempotency-key': key })).toBe(first);
        expect(await accepted(validLead, { 'idempotency-key': key.slice(0, -1) })).not.toBe(first);
      });

      it('counts once if it is sent twice', async () => {
        const key = crypto.randomUUID();
        const first = await accepted(validLead, { 'idempotency-key': [key, key] });
        for (const again of [key, `${key}, ${key}`, `${key},${key}`, [` ${key} `, key]])
          expect(await accepted(validLead, { 'idempotency-key': again })).toBe(first);
        const longest = key.padEnd(255, '~');
        const long = await accepted(validLead, { 'idempotency-key': [longest, longest] });
        expect(await accepted(validLead, { 'idempotency-key': longest })).toBe(long);
      });

      // Apache 2.4.71 and lighttpd 1.4.69 (Debian 12) join two lines to one, with a comma between.
      it.each(['a,b', 'a, b', ',', ', ,', ' '])(
        '400 for %j, wherever commas may join headers',
        async (key) => {
          if (target.lastLineArrives) return;
          const body = await refused(validLead, 400, { 'idempotency-key': key });
          expect(body.error).toBe('Invalid Idempotency-Key');
        },
      );

      it('400 for two different ones', async () => {
        if (target.lastLineArrives) return;
        const key = crypto.randomUUID();
        const body = await refused(validLead, 400, { 'idempotency-key': [key, `${key}-2`] });
        expect(body.error).toBe('Invalid Idempotency-Key');
      });

      it('422 for other content', async () => {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        await accepted(validLead, headers);
        await refused({ ...validLead, lead_notes: 'Something else' }, 422, headers);
      });

      it('may be the same for two vendors, who get different leads', async () => {
        const key = crypto.randomUUID();
        const mine = await accepted(validLead, { 'idempotency-key': key });
        const theirs = await accepted(validLead, { 'idempotency-key': key, 'x-api-key': target.otherKey });
        expect(theirs).not.toBe(mine);
      });

      it('creates one lead from 50 simultaneous requests', async () => {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const ids = await Promise.all(Array.from({ length: 50 }, () => accepted(validLead, headers)));
        expect(new Set(ids).size).toBe(1);
      });

      it.each(['', 'x'.repeat(256), 'caf\u00e9'])('400 for the key "%s"', async (key) => {
        await refused(validLead, 400, { 'idempotency-key': key });
        const wrong = await refused({ ...validLead, phone: '1' }, 400, { 'idempotency-key': key });
        expect(wrong.error).toBe('Invalid phone format');
      });
    });

    describe('Paths and methods', () => {
      it.each([
        ['GET', '/v1/lead', 'POST'],
        ['PUT', '/v1/lead', 'POST'],
        ['PATCH', '/v1/lead', 'POST'],
        ['OPTIONS', '/v1/lead', 'POST'],
        ['POST', '/v1/lead/x', 'GET, HEAD'],
        ['DELETE', '/v1/lead/x', 'GET, HEAD'],
        ['OPTIONS', '/v1/lead/x', 'GET, HEAD'],
        ['POST', '/healthz', 'GET, HEAD'],
        ['POST', '/v1/openapi.json', 'GET, HEAD'],
      ])('405 for %s %s, allowing %s', async (method, path, allow) => {
        const answer = await target.send({ method, path, headers: { 'x-api-key': target.key } });
        expect(bodyOf(answer, 405)).toEqual({ error: expect.any(String), message: expect.any(String) });
        expect(answer.headers.allow).toBe(allow);
      });

      it('answers HEAD as GET, without the body', async () => {
        const leadId = await accepted(validLead);
        const paths = [
          '/healthz',
          '/readyz',
          '/v1/openapi.json',
          `/v1/lead/${leadId}`,
          '/v1/lead/x',
          '/nothing',
        ];
        for (const path of paths) {
          const headers = { 'x-api-key': target.key, 'x-request-id': 'probe' };
          const whole = await target.send({ method: 'GET', path, headers });
          const { date, ...known } = whole.headers;
          const head = await target.send({ method: 'HEAD', path, headers });
          expect(head).toEqual({ status: whole.status, headers: expect.objectContaining(known), text: '' });
        }
      });

      it('HEAD needs the key too, and a path that has a GET', async () => {
        const head = (path: string, headers = {}) => target.send({ method: 'HEAD', path, headers });
        expect((await head('/v1/lead/x')).status).toBe(403);
        const answer = await head('/v1/lead', { 'x-api-key': target.key });
        expect([answer.status, answer.headers.allow, answer.text]).toEqual([405, 'POST', '']);
      });

      it('lets pages of any origin read the description, and nothing else', async () => {
        const from = { origin: 'https://viewer.example', 'access-control-request-method': 'GET' };
        const [method, path] = ['OPTIONS', '/v1/openapi.json'];
        const asked = await target.send({ method, path, headers: from });
        expect([asked.status, asked.text]).toEqual([204, '']);
        expect(asked.headers).toMatchObject({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, HEAD',
        });
        for (const method of ['GET', 'HEAD'])
          expect((await target.send({ method, path, headers: from })).headers).toMatchObject({
            'access-control-allow-origin': '*',
          });
        for (const path of ['/v1/lead', '/v1/lead/x', '/healthz']) {
          const headers = { ...from, 'x-api-key': target.key };
          for (const method of ['OPTIONS', 'GET'])
            expect((await target.send({ method, path, headers })).headers).not.toHaveProperty(
              'access-control-allow-origin',
            );
        }
      });

      it.each([
        '/v1',
        '/v1/',
        '/v1/LEAD',
        '/V1/lead',
        '/v1/lead/',
        '/v1/lead/a/b',
        '/v2/lead',
        '/v1//lead',
        '/lead',
      ])('404 with only a message for the path %s', async (path) => {
        const body = bodyOf(await get(path), 404);
        expect(Object.keys(body)).toEqual(['message']);
      });

      it('does not decode the fixed parts of a path', async () => {
        bodyOf(await get('/v1/%6cead'), target.pathsArriveDecoded ? 405 : 404);
      });

      it('ignores the query', async () => {
        const leadId = await accepted(validLead);
        bodyOf(await get(`/v1/lead/${leadId}?x=1`), 200);
      });

      it('/healthz says the version', async () => {
        const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
        expect(bodyOf(await target.send({ method: 'GET', path: '/healthz' }), 200)).toEqual({
          status: 'ok',
          version,
        });
      });

      it.each(['/healthz', '/readyz'])('%s answers without a key', async (path) => {
        bodyOf(await target.send({ method: 'GET', path }), 200);
      });
    });
  });
}
