import { median } from '../report.ts';

export interface Measured {
  readonly table: 'Cold start' | 'Warm event';
  readonly name: string;
  /** Of the bundle. */
  readonly bytes: number;
  /** CPU, one a round: milliseconds for a cold start, microseconds for a warm event. */
  readonly costs: readonly number[];
}

/** The tables in Markdown. */
export const report = (measured: readonly Measured[]): string =>
  [table(measured, 'Cold start', 'ms'), table(measured, 'Warm event', 'µs')].join('\n\n');

function table(measured: readonly Measured[], title: Measured['table'], unit: string): string {
  const rows = measured.filter((row) => row.table === title);
  const bare = rows.find(({ name }) => name === 'bare handler');
  return [
    `| ${title} | CPU, median (min–max) | × bare | bundle |`,
    '|---|---|---|---|',
    ...rows.map(({ name, costs, bytes }) => {
      const spread = `${Math.min(...costs).toFixed(1)}–${Math.max(...costs).toFixed(1)}`;
      const ratios = costs.map((cost, round) => cost / (bare?.costs[round] ?? Number.NaN));
      return `| ${name} | ${median(costs).toFixed(1)} ${unit} (${spread}) | ${median(ratios).toFixed(2)} | ${(bytes / 1000).toFixed(0)} KB |`;
    }),
  ].join('\n');
}
