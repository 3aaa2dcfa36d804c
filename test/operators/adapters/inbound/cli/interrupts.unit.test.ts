import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Interrupts } from '../../../../../src/operators/adapters/inbound/cli/interrupts.ts';
import { commandLine } from '../../../../support/command-line.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);

describe('Ctrl-C', () => {
  function setUp() {
    const signals = new EventEmitter();
    const said: string[] = [];
    const exits: number[] = [];
    const { uninterrupted } = new Interrupts(
      (listener) => signals.on('SIGINT', listener),
      (text) => said.push(text),
      (code) => exits.push(code),
    );
    return { signals, said, exits, uninterrupted };
  }

  it('ends a command at once if it changes nothing', () => {
    const { signals, said, exits } = setUp();
    signals.emit('SIGINT');
    expect([said, exits]).toEqual([['Interrupted: nothing was changed.'], [130]]);
  });

  it('waits for a change in progress; the second one does not, and never says that nothing was changed', async () => {
    const { signals, said, exits, uninterrupted } = setUp();
    const change = Promise.withResolvers<string>();
    const done = uninterrupted(() => change.promise);
    signals.emit('SIGINT');
    expect(exits).toEqual([]);
    change.resolve('changed');
    expect(await done).toBe('changed');
    expect(exits).toEqual([]);

    void uninterrupted(() => new Promise(() => {}));
    signals.emit('SIGINT');
    expect(exits).toEqual([130]);
    expect(said).toEqual([
      'Finishing the change in progress. Press Ctrl-C again to quit now.',
      'Interrupted during a change: check whether it was made.',
    ]);
  });

  it('ends the program at once after a change that failed', async () => {
    const { signals, said, exits, uninterrupted } = setUp();
    await expect(uninterrupted(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    signals.emit('SIGINT');
    expect([said, exits]).toEqual([[], [130]]);
  });

  it.each([
    ['lead', 'move', 'lead-1', 'won'],
    ['key', 'revoke', 'KEY'],
    ['key', 'rotate', 'KEY'],
    ['key', 'issue', 'Acme'],
    ['vendor', 'add', 'Blue'],
    ['contact', 'erase', '--email', 'ada@example.com', '--yes'],
  ])('%s %s is finished before Ctrl-C ends it, and recorded under the name of --by', async (...args) => {
    const { leads, submit, audit } = commandLine();
    await submit('lead-1');
    await leads(['vendor', 'add', 'Acme']);
    const { keyId } = json(await leads(['key', 'issue', 'Acme', '--json']));
    let inFlight = 0;
    const uninterrupted = async <T>(work: (isStopped: () => boolean) => Promise<T>) => {
      inFlight += 1;
      return work(() => false);
    };
    const given = args.map((arg) => arg.replace('KEY', keyId));
    expect(await leads([...given, '--by', 'eve'], { uninterrupted })).toMatchObject({ code: 0 });
    expect([inFlight, audit.kept.at(-1)?.by]).toEqual([1, 'eve']);
  });
});
