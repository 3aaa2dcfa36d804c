import type { TestContext } from 'vitest';

/** One row of the table that a run prints. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly bar: string;
}

export interface Timeline {
  /** Milliseconds of each acknowledgement. */
  readonly acknowledged: readonly number[];
  readonly kills: readonly { readonly at: number; readonly what: 'primary' | 'server' }[];
}

/** One cell of the matrix of faults and their outcomes. */
export interface Cell {
  readonly row: string;
  readonly column: string;
  readonly value: string;
}

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[];
    cell?: Cell;
    timeline?: Timeline;
  }
}

/** Passes a figure to the reporter. */
export function record({ task }: TestContext, what: string, measured: string | number, bar: string): void {
  task.meta.figures ??= [];
  task.meta.figures.push({ what, measured: measured.toLocaleString('en'), bar });
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
