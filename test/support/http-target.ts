import type { WireName } from '../../src/adapters/inbound/http/lead-payload.ts';

/** A running service with two vendors' keys, on any runtime. */
export interface HttpTarget {
  readonly key: string;
  readonly otherKey: string;
  /** A gateway in front decodes paths, so that an encoded slash, or an encoded letter of a fixed path, is like a plain one. */
  readonly pathsArriveDecoded?: boolean;
  /** A gateway in front passes on only the last line of a header. */
  readonly lastLineArrives?: boolean;
  send(request: SentRequest): Promise<Answer>;
  close(): Promise<void>;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** Several lines with one name as a list. */
  readonly headers?: SentHeaders;
  readonly body?: string | Uint8Array;
}

export type SentHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface Answer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export const validLead = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone: '+1 (555) 010-2030',
  zip: '94107',
  deal_type: 'sales',
  vendor_name: 'Acme Motors',
  lead_notes: 'First line\r\nSecond line',
  external_lead_id: 'A-1',
  vehicle_year: '2024',
  vehicle_make: 'Volvo',
  vehicle_model: 'FH16',
  vehicle_miles: '120',
} satisfies Record<Exclude<WireName, 'external_id'>, string>;

const anyId = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

/** Everything in an answer that a vendor may rely on, except the ids, which are new each time. */
export function essence({ status, headers, text }: Answer) {
  const names = [
    'content-type',
    'cache-control',
    'x-content-type-options',
    'allow',
    'retry-after',
    'idempotent-replayed',
  ];
  return {
    status,
    headers: names.map((name) => headers[name]),
    requestId: headers['x-request-id']?.replace(anyId, 'new'),
    text: text.replace(anyId, 'new'),
  };
}
