import { exampleLeadId } from '../../../../adapters/inbound/http/openapi/examples.ts';

/** A description in JSON Schema, as far as an example depends on it. */
export interface Described {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}

/** Examples, each with the fields that it suits: by name, or by the end of the shape's and the field's name. */
const rows: readonly (readonly [example: unknown, fields: string])[] = [
  [exampleLeadId, 'leadId lead on Moved.id'],
  ['01a1fd1b-477f-74a1-a3dd-b70e720f9f88', 'contactId'],
  ['01a1fd1b-477f-74a1-a3dd-b70e720f9f87', 'merged mergedId mergedIds[]'],
  ['Ada', 'firstName'],
  ['Byron', 'lastName'],
  ['ada@example.com', 'email keys[]'],
  ['5550102030', 'phone'],
  ['94107', 'zip'],
  ['2024', 'year'],
  ['Volvo', 'make'],
  ['VNL', 'model'],
  ['120', 'miles'],
  ['Wants a tractor with sleeper.', 'notes firstWords'],
  ['A-1047', 'externalId externalLeadId idempotency.key'],
  ['Has a trade-in.', 'text'],
  ['1', 'activity Activity.id'],
  ['The customer came back.', 'reason'],
  ['price', 'lostReason code'],
  ['Too expensive', 'words'],
  ['per_0f3a9c21d47e4b6f8a5d2c1b7e9f6042', 'id byId LeadFile.owner'],
  ['per_7c1e5b80a2944d3b9f60e8d14a7b3c25', 'linked'],
  ['Grace Hopper', 'name by struckBy owner person assigned.from'],
  ['Grace', 'linkedName'],
  ['/link/…', 'link'],
  ['Blue Motors', 'Vendor.name vendor.name vendorName as'],
  ['ven_5hR2bW8nY3pLd6', 'vendor vendorId vendor.id'],
  [2, 'Vendor.keys'],
  ['key_7dP4cV1rX9sMe2', 'keyId replacedBy replaces'],
  ['lead_live_7dP4', 'hint'],
  ['lead_live_…', 'key'],
  ['src_9wE3hD7yZ8xLj5', 'source'],
  ['https://leads.example.com/in/src_9wE3hD7yZ8xLj5', 'Source.url'],
  ['Enter the address, and SECRET as x-api-key.', 'enter'],
  ['https://www.example.com', 'origins[]'],
  ['https://www.example.com/thanks', 'thanks'],
  [{ 'your-email': 'email' }, 'Source.fields'],
  ['lead_source_…', 'secret'],
  ['held_6yG2jE8zA1bMk7', 'held heldId'],
  [{ firstName: 'Ada', email: 'ada@example.com' }, 'Held.fields HeldWhole.fields TriedLead.fields'],
  ['deal_type is missing', 'wrong[]'],
  ['incomplete', 'why'],
  ['name=Ada&email=ada%40example.com', 'HeldWhole.text'],
  [{ firstName: 'first_name must be provided' }, 'faults'],
  [0, 'caught'],
  ['company_url', 'trap'],
  ['name', 'place'],
  ['application/x-www-form-urlencoded', 'declared'],
  ['name: Ada', 'readable'],
  ['firstName', 'HeldWhole.readFrom[].field TriedLead.readFrom[].field'],
  [1, 'ErasedHeld.held'],
  ['another program reads the file', 'owed'],
  ['hook_8zH4kF9aB2cNm1', 'hook hookId'],
  ['https://crm.example.com/lead-events', 'url'],
  ['crm.example.com', 'host'],
  ['whsec_…', 'Hook.secret'],
  ['evt_1aJ5lG2bC3dPn8', 'event'],
  [503, 'Try.status Attempt.status'],
  ['it answered 503', 'error'],
  ['Service Unavailable', 'answer'],
  [400, 'RefusedRequest.status'],
  ['invalid-lead', 'RefusedRequest.reason'],
  ['phone invalid-phone', 'problems[]'],
  ['r-1', 'requestId'],
  ['lead.move', 'action'],
  ['In Progress', 'AuditEntry.from'],
  ['Quoted', 'AuditEntry.to'],
  ['zip', 'AuditEntry.fields[]'],
  ['changed-meanwhile', 'Moved.reason'],
  ['Somebody has moved it meanwhile.', 'refused'],
  ['invalid-value', 'Problem.error'],
  ['status', 'field'],
  ['Allowed values: In Progress, Quoted.', 'message'],
  ['9f86d081884c7d65', 'fingerprint'],
  ['1777629600000_aud_2bK6mH3cD4eQo9', 'next'],
  ['2026-05-01', 'day'],
];

const known = rows.flatMap(([example, fields]) =>
  fields.split(' ').map((field) => [field, example] as const),
);
const byField = new Map(known);
const byShape = known.filter(([field]) => field.includes('.'));

/**
 * Makes an example of what a schema describes: the field of a shape, or the shape itself. `named` has the
 * schemas to which others refer.
 */
export function exampleOf(
  schema: Described,
  named: Readonly<Record<string, Described>>,
  shape = '',
  field = '',
): unknown {
  const special = byShape.find(([end]) => `${shape}.${field}`.endsWith(end));
  if (special) return special[1];
  const { $ref, anyOf, properties, items } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return exampleOf(named[name] ?? {}, named, name);
  }
  if (anyOf?.[0]) return exampleOf(anyOf[0], named, shape, field);
  if (items) return [exampleOf(items, named, shape, `${field}[]`)];
  if (!properties) return plainExample(schema, field);
  const own = field || shape;
  const shown = Object.entries(properties).map(([name, each]) => [name, exampleOf(each, named, own, name)]);
  return Object.fromEntries(shown);
}

function plainExample({ type, format, ...schema }: Described, field: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (format === 'date-time') return '2026-05-01T10:00:00.000Z';
  if (type === 'boolean') return false;
  return byField.get(field) ?? { integer: 1, number: 0.5 }[`${type}`];
}
