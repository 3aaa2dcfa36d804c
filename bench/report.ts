import { cpus, totalmem } from 'node:os';
import type { Figures } from './measure.ts';

export interface Row extends Figures {
  readonly target: string;
  readonly store: string;
  readonly operation: string;
  readonly connections: number;
  readonly round: number;
}

export type Figure = keyof Figures;

export interface Circumstances {
  readonly rounds: number;
  readonly seconds: number;
  readonly mongodb: string | undefined;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
};

export const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The median over the rounds. */
export const typical = (rows: readonly Row[], figure: Figure): number =>
  median(rows.map((row) => row[figure]));

/** The median of each round's ratio to the same round of the reference: drift cancels out. */
export function proportion(rows: readonly Row[], reference: readonly Row[], figure: Figure): number {
  const ratios = rows.map((row) => {
    const other = reference.find(({ round }) => round === row.round);
    return row[figure] / (other?.[figure] ?? Number.NaN);
  });
  return median(ratios);
}

/** Tables in Markdown, one for each store and operation. */
export function comparison(rows: readonly Row[], circumstances: Circumstances): string {
  const tables = distinct(rows.map(({ store }) => store)).flatMap((store) =>
    distinct(rows.map(({ operation }) => operation)).map((operation) =>
      table(
        `${operation}, ${store === 'mongodb' ? 'on MongoDB' : 'in memory'}`,
        rows.filter((row) => row.store === store && row.operation === operation),
      ),
    ),
  );
  return [told(circumstances), ...tables].join('\n\n');
}

function table(title: string, rows: readonly Row[]): string {
  const lines = [
    `### ${title}`,
    '',
    '| connections | server | requests/s | × | p50 ms | p99 ms | × | server CPU µs/request | × | mongod CPU µs/request |',
    '|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|',
  ];
  for (const connections of distinct(rows.map((row) => row.connections))) {
    const here = rows.filter((row) => row.connections === connections);
    const [first] = distinct(here.map(({ target }) => target));
    const reference = here.filter(({ target }) => target === first);
    for (const target of distinct(here.map((row) => row.target))) {
      const own = here.filter((row) => row.target === target);
      const times = (figure: Figure) => proportion(own, reference, figure).toFixed(2);
      const cells = [
        connections,
        target,
        typical(own, 'rate').toFixed(0),
        times('rate'),
        typical(own, 'p50').toFixed(2),
        typical(own, 'p99').toFixed(2),
        times('p99'),
        typical(own, 'cpu').toFixed(0),
        times('cpu'),
        typical(own, 'mongod').toFixed(0),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
  }
  return lines.join('\n');
}

/** Where and how it was measured. */
export function told({ rounds, seconds, mongodb }: Circumstances): string {
  const [processor] = cpus();
  const machine = `${cpus().length} × ${processor?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const software = [`Node ${process.versions.node}`, ...(mongodb ? [`MongoDB ${mongodb}`] : [])].join(', ');
  const when = new Date().toISOString().slice(0, 10);
  return `Measured on ${when}: ${machine}, ${software}, the service run from source, medians of ${rounds} rounds of ${seconds} s.`;
}
