import { describe, expect, it } from 'vitest';
import { faultFields } from '../../../../src/adapters/outbound/telemetry/log-fields.ts';

const secret = 'ada@example.com';

/** As a store's driver would throw it, or a parser: the message quotes what was sent. */
function thrown(message: string, more: object = {}): Error {
  return Object.assign(new TypeError(message), more);
}

describe('the log line of a fault', () => {
  it('tells the class, the code and the place, and never the message', () => {
    const fields = faultFields(
      thrown(`dup key: ${secret}`, { code: 11000, keyValue: { email: secret } }),
      'r-1',
    );
    expect(fields).toMatchObject({ requestId: 'r-1', error: 'TypeError 11000' });
    expect(fields.at?.[0]).toMatch(/^at thrown .*log-fields\.unit\.test\.ts/);
    expect(JSON.stringify(fields)).not.toContain(secret);
  });

  it('takes no line of a message for a frame', () => {
    const fields = faultFields(thrown(`cannot read\n    at ${secret}\n    at home`), 'r-1');
    expect(fields.at?.[0]).toMatch(/^at thrown /);
    expect(JSON.stringify(fields)).not.toMatch(/ada@|at home/);
  });

  it('tells no place where the message was changed later on: the old one stands in the stack', () => {
    const error = thrown(`old\n    at ${secret}`);
    error.message = 'new';
    expect(JSON.stringify(faultFields(error, 'r-1'))).not.toContain(secret);
  });

  it('gets on without a message, without a stack, and with what is no error at all', () => {
    expect(faultFields(thrown(''), 'r-1').at?.length).toBeGreaterThan(0);
    expect(faultFields(thrown('x', { stack: undefined }), 'r-1').at).toBeUndefined();
    expect(faultFields(secret, 'r-1')).toEqual({ requestId: 'r-1', error: 'string', at: undefined });
    expect(faultFields(thrown('x', { code: { secret } }), 'r-1').error).toBe('TypeError');
  });
});
