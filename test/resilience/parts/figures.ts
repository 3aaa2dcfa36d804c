import type { TestContext } from 'vitest';

/** One line of the table that a run leaves. */
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

/** One cell of a matrix of faults and what came of them. */
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

/** Hands a figure to the reporter. */
export function record({ task }: TestContext, what: string, measured: string | number, bar: string): void {
  task.meta.figures ??= [];
  task.meta.figures.push({ what, measured: measured.toLocaleString('en'), bar });
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
