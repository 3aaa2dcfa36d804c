import assert from 'node:assert/strict';
import type { Answer, Service } from './service.ts';

/** One row of the specification, and the check whether the service keeps it. */
export interface Check {
  /** The section's number and name in the specification. */
  readonly section: string;
  readonly row: string;
  /** Throws if the row does not hold. A text says why the row cannot be checked from outside. */
  readonly judge: ((service: Service) => Promise<void>) | string;
}

type Row = readonly [row: string, judge: Check['judge']];

export const checks = (section: string, rows: readonly Row[]): Check[] =>
  rows.map(([row, judge]) => ({ section, row, judge }));

export const notVisible = 'not visible over HTTP';

/** Fields that mark every lead of this command. */
export const marks = {
  vendor_name: 'Conformance check',
  lead_notes: 'Test lead of the conformance command. Please ignore and delete.',
};

const run = crypto.randomUUID().slice(0, 8);

/** An area code that differs in almost every run, so that no contact of an earlier run holds the phone. */
export const areaCode = String(200 + (Number.parseInt(run, 16) % 800));

/** Ten digits that are nobody's phone: 555-0100 to 555-0199 are reserved for fiction. */
export const phoneDigits = `${areaCode}5550123`;

/** A valid lead with some fields changed; `undefined` leaves a field out. */
export const leadWith = (changed: Readonly<Record<string, unknown>> = {}): object => ({
  first_name: 'Conformance',
  email: `conformance-${run}@example.com`,
  deal_type: 'sales',
  ...marks,
  ...changed,
});

/** Returns the leadId of an accepted lead. Throws AssertionError if the lead was refused. */
export function accepted({ status, body }: Answer): string {
  assert.equal(status, 200, `expected status 200, got ${status}${body.message ? `: ${body.message}` : ''}`);
  assert.ok(typeof body.leadId === 'string' && body.leadId !== '', 'body.leadId is not a non-empty string');
  return body.leadId;
}

/** Checks a refusal's status and form, and its texts where the specification gives them. Throws AssertionError. */
export function refused({ status, body }: Answer, expected: number, texts: object = {}): void {
  assert.equal(status, expected, `expected status ${expected}, got ${status}`);
  assert.ok(typeof body.error === 'string' && body.error !== '', 'body.error is not a non-empty string');
  assert.ok(
    typeof body.message === 'string' && body.message !== '',
    'body.message is not a non-empty string',
  );
  const { error, message } = body;
  assert.deepEqual(
    { error, message, ...texts },
    { error, message },
    'the texts differ from the specification',
  );
}

export const accepts = (changed: Readonly<Record<string, unknown>>) => async (service: Service) =>
  void accepted(await service.post(leadWith(changed)));

export const refuses =
  (changed: Readonly<Record<string, unknown>>, texts: object = {}) =>
  async (service: Service) =>
    refused(await service.post(leadWith(changed)), 400, texts);
