import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from '../support/processes.ts';

const program = fileURLToPath(new URL('stopped-host.ts', import.meta.url));

/**
 * What is left in a host that has started and stopped each twice. The host lives longer than a process may take to end:
 * up to 0.3.0, it was killed then. All four wait at the same time.
 */
it.concurrent.each(['startServer', 'startDesk', 'startDelivery', 'startFunction'])(
  '%s leaves nothing in another program’s process once it has stopped',
  { timeout: 60_000 },
  async (name) => {
    const { code, out, err } = await run(process.execPath, [program, name]).finished;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({ listeners: [], resources: [] });
  },
);
