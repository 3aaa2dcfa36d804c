import { gzipSync } from 'node:zlib';
import { type SentHeaders, type SentRequest, validLead } from './http-target.ts';

/** A mistake that programs of vendors make, and what the answer has to say so that they can be mended without asking. */
export interface Slip {
  readonly what: string;
  readonly request: (key: string, otherKey: string) => SentRequest;
  readonly status: number;
  readonly says: RegExp;
  /** A gateway that passes on the last line of a header alone hides it. */
  readonly inSeveralLines?: true;
}

const post = (body: unknown, headers: SentHeaders): SentRequest => ({
  method: 'POST',
  path: '/v1/lead',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
});

const lead = ({ ...changed }: object, status: number, what: string, says: RegExp): Slip => ({
  what,
  request: (key) => post({ ...validLead, ...changed }, { 'x-api-key': key }),
  status,
  says,
});

const body = (sent: unknown, what: string, says: RegExp): Slip => ({
  what,
  request: (key) => post(sent, { 'x-api-key': key }),
  status: 400,
  says,
});

const keyed = (headers: (key: string, other: string) => SentHeaders, what: string, says: RegExp): Slip => ({
  what,
  request: (key, other) => post(validLead, headers(key, other)),
  status: 403,
  says,
});

const asSent = (
  request: Partial<SentRequest>,
  status: number,
  what: string,
  says: RegExp,
  headers: SentHeaders = {},
): Slip => ({
  what,
  request: (key) => ({ ...post(validLead, { 'x-api-key': key, ...headers }), ...request }),
  status,
  says,
});

const { first_name, lead_notes, ...others } = validLead;

/** Well-formed, and nobody's. */
const issued = `lead_test_${'0'.repeat(33)}2XCjxj`;

export const slips: readonly Slip[] = [
  keyed(() => ({}), 'no key', /header is missing: send the API key there$/),
  keyed(
    (key) => ({ authorization: `Bearer ${key}` }),
    'the key as a bearer',
    /not in the header authorization$/,
  ),
  keyed(
    (key) => ({ 'api-key': key }),
    'the key in another header',
    /is missing: .* not in the header api-key$/,
  ),
  {
    what: 'the key in the address',
    request: (key) => ({ ...post(validLead, {}), path: `/v1/lead?api_key=${key}` }),
    status: 403,
    says: /is missing: .* not in the address, which is written to logs$/,
  },
  keyed(() => ({ 'x-api-key': '' }), 'an empty key', /header is empty/),
  keyed(
    (key) => ({ 'x-api-key': `Bearer ${key}` }),
    'a word before the key',
    /send the key alone, without a word/,
  ),
  keyed((key) => ({ 'x-api-key': `"${key}"` }), 'the key in quotes', /send the key alone, without .* quotes/),
  keyed(
    () => ({ 'x-api-key': issued.slice(0, -2) }),
    'a key that is cut off',
    /incomplete or mistyped: copy it again$/,
  ),
  keyed(
    () => ({ 'x-api-key': issued }),
    'a key of the other environment',
    /lead_test_ begins keys of the sandbox/,
  ),
  keyed(() => ({ 'x-api-key': 'nobody' }), 'a wrong key', /does not contain a valid API key$/),
  {
    ...keyed(
      (key, other) => ({ 'x-api-key': [key, other] }),
      'two different keys',
      /several x-api-key headers, .*: send one API key$/,
    ),
    inSeveralLines: true,
  },
  asSent({ path: '/v1/leads' }, 404, 'the plural in the path', /paths of the API are in \/v1\/openapi\.json/),
  asSent({ path: '/v1/lead/' }, 404, 'a slash at the end', /none has a trailing slash$/),
  asSent({ method: 'PUT' }, 405, 'another method', /^This path supports only POST$/),
  asSent({}, 415, 'text', /^Content-Type must be application\/json$/, { 'content-type': 'text/plain' }),
  asSent({ body: gzipSync(JSON.stringify(validLead)) }, 415, 'gzip', /without a Content-Encoding$/, {
    'content-encoding': 'gzip',
  }),
  body('', 'nothing', /is empty; it must be one JSON object$/),
  body('{"first_name":"Ada","email":', 'half an object', /ends before it is complete, at line 1, column 29$/),
  body(
    '{\n  "first_name": "Ada",\n}',
    'a comma at the end',
    /not valid JSON: it breaks off at line 3, column 1$/,
  ),
  body("{'first_name': 'Ada'}", 'other quotes', /breaks off at line 1, column 2$/),
  body('{"lead_notes":"one\ntwo"}', 'a line break within a text', /breaks off at line 1, column 19$/),
  body(Buffer.from('{"first_name":"Zo\xeb"}', 'latin1'), 'Latin-1', /must be in UTF-8$/),
  body([validLead], 'a list of leads', /must be one JSON object, not an array/),
  body({ lead: validLead }, 'the lead in a field', /; the fields of a lead belong at the top of the object/),
  body(
    { ...others, firstName: 'Ada', lead_notes },
    'another spelling',
    /; the name of the field is first_name, to the letter$/,
  ),
  body({ ...others, first_name }, 'no notes', /^lead_notes must be provided and must not be blank$/),
  lead(
    { email: undefined, phone: undefined },
    400,
    'neither email nor phone',
    /^Either email or phone must be provided$/,
  ),
  lead(
    { phone: '' },
    400,
    'an empty phone beside an email',
    /^Phone must contain 10 digits, or 11 digits starting with 1; leave phone out if there is none$/,
  ),
  lead({ email: ' ' }, 400, 'an empty email beside a phone', /; leave email out if there is none$/),
  lead({ phone: 5550102030 }, 400, 'a number', /^phone must be a string$/),
  lead(
    { phone: '555-0102' },
    400,
    'a short phone',
    /^Phone must contain 10 digits, or 11 digits starting with 1$/,
  ),
  lead(
    { email: 'Ada <ada@example.com>' },
    400,
    'a name in the email',
    /an email address such as name@example\.com$/,
  ),
  lead({ deal_type: 'lease' }, 400, 'another deal_type', /one of sales, service, rental, .* other$/),
  lead({ vehicle_year: 2024 }, 400, 'a year as a number', /^vehicle_year must be a string$/),
  lead({ zip: '9'.repeat(17) }, 400, 'too long a text', /at most 16 characters/),
  asSent(
    {},
    400,
    'an Idempotency-Key with a space alone',
    /1 to 255 printable ASCII characters without a comma$/,
    {
      'idempotency-key': '',
    },
  ),
];
