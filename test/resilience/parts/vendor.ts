import { Agent, request as httpRequest } from 'node:http';

export interface Answered {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly leadId: string | undefined;
  readonly leadStatus: string | undefined;
}

/** One vendor's HTTP client: one or more keep-alive connections, and a time limit. Rejects if no response comes. */
export class Vendor {
  readonly #agent: Agent;
  readonly #url: () => string;

  constructor(url: () => string, { connections = 1 } = {}) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  submit(lead: object, idempotencyKey: string): Promise<Answered> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    return this.#send('POST', '/v1/lead', headers, JSON.stringify(lead));
  }

  status(leadId: string): Promise<Answered> {
    return this.#send('GET', `/v1/lead/${leadId}`, {}, '');
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, headers: Record<string, string>, body: string): Promise<Answered> {
    const all = { ...headers, 'x-api-key': 'key-of-acme', 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, headers: all, timeout: 12_000 };
      const request = httpRequest(new URL(path, this.#url()), options, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          const { body: said } = JSON.parse(text);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            leadId: said.leadId,
            leadStatus: said.status,
          });
        });
      });
      request.on('timeout', () => request.destroy(new Error('no answer in time')));
      request.on('error', reject);
      request.end(body);
    });
  }
}

/** A lead that contains its own number, so that it can be recognised whatever became of its key. */
export const numberedLead = (number: number): object => ({
  first_name: `Ann ${number}`,
  // Every other one is a returning customer.
  email: `customer-${number % 2 ? number : number % 400}@example.com`,
  deal_type: 'service',
  vendor_name: 'Acme Motors',
  lead_notes: `Lead number ${number}.`,
  external_lead_id: keyOf(number),
});

export const keyOf = (number: number): string => `lead-${number}`;
