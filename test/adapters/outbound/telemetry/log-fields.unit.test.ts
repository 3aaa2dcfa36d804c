import { describe, expect, it } from 'vitest';
import { StoreRefused } from '../../../../src/adapters/outbound/mongodb/connection/store-errors.ts';
import { faultFields } from '../../../../src/adapters/outbound/telemetry/log-fields.ts';
import { Fault } from '../../../../src/application/ports/outbound/fault.ts';

const secret = 'ada@example.com';

/** An error as a store's driver or a parser throws it: the message quotes what was sent. */
function thrown(message: string, more: object = {}): Error {
  return Object.assign(new TypeError(message), more);
}

describe('the log line of a fault', () => {
  it('contains the class, the code and the place, but not the message', () => {
    const fields = faultFields(
      thrown(`dup key: ${secret}`, { code: 11000, keyValue: { email: secret } }),
      'r-1',
    );
    expect(fields).toMatchObject({ requestId: 'r-1', error: 'TypeError 11000' });
    expect(fields.at?.[0]).toMatch(/^at thrown .*log-fields\.unit\.test\.ts/);
    expect(JSON.stringify(fields)).not.toContain(secret);
  });

  it('does not mistake a line of the message for a stack frame', () => {
    const fields = faultFields(thrown(`cannot read\n    at ${secret}:1:2\n    at home`), 'r-1');
    expect(fields.at?.[0]).toMatch(/^at thrown /);
    expect(JSON.stringify(fields)).not.toMatch(/ada@|at home/);
  });

  it('does not contain the old message if it was changed later, although the stack does', () => {
    const error = thrown(`old\n    at ${secret}`);
    expect(error.stack).toContain(secret); // V8 writes the stack when it is first read
    error.message = 'changed';
    expect(JSON.stringify(faultFields(error, 'r-1'))).not.toContain(secret);
  });

  it('does not contain the rest of a message that was shortened later', () => {
    const error = thrown(`cannot read\n    at ${secret}\n    at home`);
    expect(error.stack).toContain(secret);
    error.message = 'cannot read';
    const fields = faultFields(error, 'r-1');
    expect(fields.at?.[0]).toMatch(/^at thrown /);
    expect(JSON.stringify(fields)).not.toMatch(/ada@|at home/);
  });

  it('contains eight frames, however deep the stack is', () => {
    const frames = Array.from({ length: 20 }, (_, line) => `at f (file:///app/main.js:${line}:1)`);
    const stack = ['TypeError: not a function', ...frames].join('\n    ');
    expect(faultFields(thrown('not a function', { stack }), 'r-1').at).toEqual(frames.slice(0, 8));
  });

  it('contains every kind of frame', () => {
    const frames = [
      'at f (file:///app/main.js:1:2)',
      'at async file:///app/main.js:3:4',
      'at new Promise (<anonymous>)',
      'at async Promise.all (index 0)',
    ];
    const stack = ['TypeError: not a function', ...frames].join('\n    ');
    expect(faultFields(thrown('not a function', { stack }), 'r-1').at).toEqual(frames);
  });

  it('contains no name or code that is not one: both can be set to any text', () => {
    const error = (more: object) => faultFields(thrown('x', more), 'r-1').error;
    expect(error({ code: secret })).toBe('TypeError');
    expect(error({ code: 'for 5551234567' })).toBe('TypeError');
    expect(error({ code: 5551234567 })).toBe('TypeError');
    expect(error({ name: `for ${secret}` })).toBe('Error');
    expect(error({ code: 'ERR_INVALID_ARG_TYPE' })).toBe('TypeError ERR_INVALID_ARG_TYPE');
  });

  it('contains the code of a fault of our own as it is', () => {
    class OddLead extends Fault {
      override readonly name = 'OddLead';
    }
    const id = '01a1fd14-83d2-70f4-996e-572295d752ce';
    expect(faultFields(new OddLead('x', id), 'r-1').error).toBe(`OddLead ${id}`);
    expect(faultFields(new StoreRefused('MongoServerError 121'), 'r-1').error).toBe(
      'StoreRefused MongoServerError 121',
    );
  });

  it('names a class that does not name itself', () => {
    class SyncFailed extends Error {}
    expect(faultFields(new SyncFailed('x'), 'r-1').error).toBe('SyncFailed');
  });

  it('copes with no message, no stack, and something that is not an error at all', () => {
    expect(faultFields(thrown(''), 'r-1').at?.length).toBeGreaterThan(0);
    expect(faultFields(thrown('x', { stack: undefined }), 'r-1').at).toBeUndefined();
    expect(faultFields(secret, 'r-1')).toEqual({ requestId: 'r-1', error: 'string', at: undefined });
    expect(faultFields(thrown('x', { code: { secret } }), 'r-1').error).toBe('TypeError');
  });
});
