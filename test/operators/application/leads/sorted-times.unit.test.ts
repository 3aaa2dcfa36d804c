import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countUpTo, percentile } from '../../../../src/operators/application/leads/sorted-times.ts';

it('of lists that are sorted one by one, counts and percentiles are those of all together', () => {
  const times = fc.array(fc.nat({ max: 20 }).map((time) => time ** 7));
  fc.assert(
    fc.property(fc.array(times), fc.nat({ max: 1_000 }), fc.constantFrom(0.5, 0.9), (lists, most, part) => {
      const sorted = lists.map((list) => Float64Array.from(list).sort());
      const all = Float64Array.from(lists.flat()).sort();
      expect(countUpTo(sorted, most)).toBe(all.filter((time) => time <= most).length);
      expect(percentile(sorted, part)).toBe(all[Math.ceil(all.length * part) - 1]);
    }),
  );
});
