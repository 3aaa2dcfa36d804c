import { afterEach, describe, expect, it } from 'vitest';
import { compose } from '../../src/bootstrap/compose.ts';
import { mongodbModule } from '../../src/bootstrap/modules/mongodb.ts';
import { watchClock } from '../../src/bootstrap/parts/clock.ts';
import { readConfig } from '../../src/bootstrap/read-config.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';

describe.skipIf(noMongodb)('the clock of a server', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it.each([
    [0, []],
    [20_000, [/(19|2\d) s ahead of/]], // a busy machine measures a second amiss
    [-20_000, [/(19|2\d) s behind/]],
  ])('that is %i ms ahead of the database’s is measured, and told if it is wrong', async (ahead, told) => {
    const warnings: string[] = [];
    const skews: number[] = [];
    const warn = (message: string) => void (message.includes('clock') && warnings.push(message));
    const config = await readConfig({}, async () => true as const);
    const container = await compose(config, {
      store: mongodbModule(freshDatabase()),
      journal: { served() {}, fault() {}, warn },
    });
    closing.push(() => container.unbindAllAsync());
    const clock = () => new Date(Date.now() + ahead);
    const runtime = container.get(tokens.runtime);
    (await container.rebind(tokens.runtime)).toConstantValue({ ...runtime, clock });
    container.bind(tokens.skewMeasured).toConstantValue((skew) => void skews.push(skew));
    const part = await watchClock({ container, config } as Parameters<typeof watchClock>[0]);
    closing.unshift(() => part?.close?.());
    await expect.poll(() => skews).toHaveLength(1);
    expect(Math.abs((skews[0] ?? Number.NaN) - ahead)).toBeLessThan(5_000);
    expect(warnings).toEqual(told.map((words) => expect.stringMatching(words)));
  });
});
