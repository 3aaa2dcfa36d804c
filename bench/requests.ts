import { randomUUID } from 'node:crypto';

/** The requests of a vendor's system, as they go over the wire. */

export const API_KEY = 'the-key-of-the-benchmark';

const head = (line: string): string => `${line} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${API_KEY}\r\n`;

let customers = 0;

/** Goes on with this customer: another thread counts by itself. */
export function countFrom(customer: number): void {
  customers = customer;
}

/** An email and a phone unique to this customer number, and scattered among the others as those of real people are. */
export function reachOf(customer: number): { readonly email: string; readonly phone: string } {
  const scattered = (customer * 7_654_321) % 8_000_000_000;
  const phone = String(2_000_000_000 + scattered);
  return {
    email: `${scattered.toString(36)}@example.com`,
    phone: `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
  };
}

/** A customer that no server in this run has seen. */
export function nextCustomer() {
  customers += 1;
  return { number: customers, ...reachOf(customers) };
}

/** A lead from a customer that no server in this run has seen. `more` are header lines. */
export function newLead(more = ''): string {
  const { number, ...reach } = nextCustomer();
  const lead = JSON.stringify({
    first_name: 'Ann',
    last_name: 'Lee',
    ...reach,
    zip: '94107',
    deal_type: 'Sales',
    vendor_name: 'Acme Leads',
    lead_notes: 'Wants a test drive.\nCall after 5 pm.',
    external_lead_id: `X-${number}`,
    vehicle_year: '2021',
    vehicle_make: 'Toyota',
    vehicle_model: 'Camry',
    vehicle_miles: '30500',
  });
  return `${head('POST /v1/lead')}${more}content-type: application/json\r\ncontent-length: ${lead.length}\r\n\r\n${lead}`;
}

/** The same, with an idempotency key of its own. */
export const newLeadWithKey = (): string => newLead(`idempotency-key: ${randomUUID()}\r\n`);

/** Asks for one lead after another, and starts over at the end. */
export function statusOf(leadIds: readonly string[]): () => string {
  const requests = leadIds.map((id) => `${head(`GET /v1/lead/${id}`)}\r\n`);
  let count = 0;
  return () => requests[count++ % requests.length] ?? '';
}

/** Submits leads, outside the measured load, and returns their ids. */
export async function submitLeads(url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await submit(url, newLead()));
  return ids;
}

async function submit(url: string, request: string): Promise<string> {
  const [, body = ''] = request.split('\r\n\r\n');
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v1/lead`, { method: 'POST', headers, body });
  const { body: lead } = (await answer.json()) as { body: { leadId: string } };
  return lead.leadId;
}
