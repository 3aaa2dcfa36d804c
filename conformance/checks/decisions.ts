import assert from 'node:assert/strict';
import { accepted, checks, leadWith, refused } from '../check.ts';

/** Checks of the recorded decisions. `otherKey`: a key of another vendor, for rows about two vendors. */
export const decisionChecks = (otherKey: string | undefined) =>
  checks('Decisions where the specification is silent', [
    [
      'a new lead is In Progress',
      async (service) => {
        const { body } = await service.get(accepted(await service.post(leadWith())));
        assert.equal(body.status, 'In Progress', 'its status is different');
      },
    ],
    [
      'the same lead sent again is a separate lead',
      async (service) => {
        const first = accepted(await service.post(leadWith()));
        assert.notEqual(accepted(await service.post(leadWith())), first, 'both have the same leadId');
      },
    ],
    [
      'with the same Idempotency-Key it is the same lead, and the response says so',
      async (service) => {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const first = await service.post(leadWith(), headers);
        const again = await service.post(leadWith(), headers);
        assert.equal(accepted(again), accepted(first), 'the leadId is different');
        assert.equal(first.headers.get('idempotent-replayed'), null, 'Idempotent-Replayed comes too early');
        assert.equal(again.headers.get('idempotent-replayed'), 'true', 'Idempotent-Replayed is missing');
      },
    ],
    [
      'another lead under that Idempotency-Key: 422',
      async (service) => {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        accepted(await service.post(leadWith(), headers));
        refused(await service.post(leadWith({ last_name: 'Other' }), headers), 422);
      },
    ],
    ['an unknown field is ignored', async (service) => void accepted(await service.post(leadWith({ x: 1 })))],
    [
      'another media type: 415',
      async (service) => refused(await service.post('x', { 'content-type': 'text/plain' }), 415),
    ],
    [
      'a body of almost 640 KiB is read',
      async (service) => void accepted(await service.post(leadWith({ x: 'x'.repeat(654_000) }))),
    ],
    [
      'more than 640 KiB: 413',
      async (service) => refused(await service.post(leadWith({ x: 'x'.repeat(655_360) })), 413),
    ],
    [
      "another vendor's lead: 404, as for an unknown one",
      otherKey === undefined
        ? 'needs --other-key'
        : async (service) => {
            const leadId = accepted(await service.post(leadWith()));
            const { status, body } = await service.get(leadId, { 'x-api-key': otherKey });
            assert.equal(status, 404, `expected status 404, got ${status}`);
            const message = `No lead was found with the leadId: ${leadId}`;
            assert.deepEqual(body, { message }, 'the body differs from that of an unknown lead');
          },
    ],
  ]);
