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

interface Circumstances {
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
function proportion(rows: readonly Row[], reference: readonly Row[], figure: Figure): number {
  const ratios = rows.map((row) => {
    const other = reference.find(({ round }) => round === row.round);
    return row[figure] / (other?.[figure] ?? Number.NaN);
  });
  return median(ratios);
}

/** Whose rows the table compares. */
interface Compared {
  readonly reference: string;
  /** The strongest rival. */
  readonly batched: string;
  readonly service: string;
  /** The service while it writes its log. */
  readonly logging: string;
}

export const places: Readonly<Record<string, string>> = {
  mongodb: 'on MongoDB',
  file: 'in a file',
  memory: 'in memory',
};

/** A table in Markdown: the service's figures, each with its ratio to the reference, and processor time also to the batcher. */
export function comparison(rows: readonly Row[], compared: Compared, circumstances: Circumstances): string {
  const lines = [
    '| | connections | requests/s | p50 ms | p99 ms | server CPU µs | with its log | database CPU µs |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
  ];
  for (const store of distinct(rows.map((row) => row.store))) {
    const inStore = rows.filter((row) => row.store === store);
    for (const operation of distinct(inStore.map((row) => row.operation))) {
      for (const connections of distinct(inStore.map((row) => row.connections))) {
        const here = inStore.filter((row) => row.operation === operation && row.connections === connections);
        const name = `${operation}, ${places[store]}`;
        lines.push(`| ${[name, connections, ...cells(here, compared)].join(' | ')} |`);
      }
    }
  }
  return [told(circumstances), lines.join('\n'), ...besideMongodb(rows, compared)].join('\n\n');
}

/** A lead in the file, beside one on MongoDB. */
function besideMongodb(rows: readonly Row[], { service }: Compared): string[] {
  const of = (wanted: string) =>
    rows
      .filter(
        ({ target, store, operation, connections }) =>
          [target, store, operation, connections].join() === [service, wanted, 'create', 64].join(),
      )
      .map((row) => ({ ...row, cpu: row.cpu + row.database }));
  const [file, mongodb] = [of('file'), of('mongodb')];
  if (file.length === 0 || mongodb.length === 0) return [];
  const [cpu, rate] = (['cpu', 'rate'] as const).map((figure) =>
    proportion(file, mongodb, figure).toFixed(2),
  );
  return [
    `With 64 connections, a lead in a file takes ${cpu} × the processor time of server and mongod together for one on MongoDB, and ${rate} × as many are answered.`,
  ];
}

function cells(rows: readonly Row[], { reference, batched, service, logging }: Compared): string[] {
  const of = (target: string) => rows.filter((row) => row.target === target);
  const cell = (target: string, figure: Figure, digits: number, ...others: string[]): string => {
    const own = of(target);
    if (own.length === 0) return '';
    const ratios = others
      .filter((other) => of(other).length > 0)
      .map((other) => proportion(own, of(other), figure).toFixed(2));
    const value = typical(own, figure).toFixed(digits);
    return ratios.length > 0 ? `${value} (${ratios.join('; ')})` : value;
  };
  return [
    cell(service, 'rate', 0, reference),
    cell(service, 'p50', 1, reference),
    cell(service, 'p99', 1, reference),
    cell(service, 'cpu', 0, reference, batched),
    cell(logging, 'cpu', 0, reference, batched),
    rows.some(({ store }) => store === 'mongodb') ? cell(service, 'database', 0, reference, batched) : '',
  ];
}

/** Where and how it was measured. */
export function told({ rounds, seconds, mongodb }: Circumstances): string {
  const [processor] = cpus();
  const machine = `${cpus().length} × ${processor?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const software = [`Node ${process.versions.node}`, ...(mongodb ? [`MongoDB ${mongodb}`] : [])].join(', ');
  const when = new Date().toISOString().slice(0, 10);
  return `Measured on ${when}: ${machine}, ${software}, the service run from source, ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}${seconds > 0 ? ` of ${seconds} s` : ''}.`;
}
