import { median } from '../report.ts';
import type { BuiltFunction } from './functions.ts';

export interface Sample {
  /** CPU: milliseconds for a cold start, microseconds for a warm event. */
  readonly cost: number;
  /** Megabytes. */
  readonly memory: number;
}

export interface Measured {
  readonly name: string;
  readonly kind: 'cold' | 'warm';
  readonly built: BuiltFunction;
  readonly samples: readonly Sample[];
}

/** The tables in Markdown. */
export function report(measured: readonly Measured[]): string {
  return `${table(measured, 'cold', 'Cold start', 'ms')}\n\n${table(measured, 'warm', 'Warm event', 'µs')}`;
}

function table(all: readonly Measured[], kind: Measured['kind'], title: string, unit: string): string {
  const rows = all.filter((row) => row.kind === kind);
  const bare = rows.find(({ name }) => name === 'bare handler');
  return [
    `| ${title} | CPU, median (min–max) | × bare | peak memory | bundle |`,
    '|---|---|---|---|---|',
    ...rows.map(({ name, samples, built }) => {
      const costs = samples.map(({ cost }) => cost);
      const spread = `${Math.min(...costs).toFixed(1)}–${Math.max(...costs).toFixed(1)}`;
      const ratios = samples.map(({ cost }, round) => cost / (bare?.samples[round]?.cost ?? Number.NaN));
      const memory = median(samples.map((sample) => sample.memory));
      return `| ${name} | ${median(costs).toFixed(1)} ${unit} (${spread}) | ${median(ratios).toFixed(2)} | ${memory.toFixed(0)} MB | ${(built.bytes / 1000).toFixed(0)} KB |`;
    }),
  ].join('\n');
}
