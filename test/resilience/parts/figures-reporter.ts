import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { Cell, Figure } from './figures.ts';
import { plot } from './plot.ts';

/**
 * Prints the figures of the run as a table, and with `RESILIENCE_RECORD` writes them into
 * `test/resilience/results`, if every test has passed: otherwise some would be missing there.
 */
export default class FiguresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const form = process.env.RESILIENCE_FORM ?? 'short';
    const figures = tests.flatMap((test) => test.meta().figures ?? []);
    const cells = tests.flatMap((test) => test.meta().cell ?? []);
    const sections = [
      [form, figures.length > 0 ? tableOf(figures) : ''],
      ['faults', cells.length > 0 ? matrixOf(cells) : ''],
    ] as const;
    for (const [, table] of sections) if (table) console.log(`\n${table}\n`);
    if (!process.env.RESILIENCE_RECORD) return;
    if (!tests.every((test) => test.result().state === 'passed')) {
      console.error('Nothing was recorded, because not every test has passed.');
      return;
    }
    const day = new Date().toISOString().slice(0, 10);
    for (const [name, table] of sections)
      if (table) writeFileSync(`test/resilience/results/${name}.md`, `# ${day}\n\n${table}\n`);
    const timeline = tests.map((test) => test.meta().timeline).find(Boolean);
    if (timeline) writeFileSync(`docs/reliability-${form}.svg`, plot(timeline));
  }
}

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, bar }) => `| ${what} | ${measured} | ${bar} |`);
  return ['| | Measured | Must be |', '|---|---|---|', ...rows].join('\n');
}

function matrixOf(cells: readonly Cell[]): string {
  const columns = [...new Set(cells.map(({ column }) => column))];
  const rows = [...new Set(cells.map(({ row }) => row))].map((row) => {
    const values = columns.map(
      (column) => cells.find((c) => c.row === row && c.column === column)?.value ?? '–',
    );
    return `| ${row} | ${values.join(' | ')} |`;
  });
  return [`| Fault | ${columns.join(' | ')} |`, `|---${'|---'.repeat(columns.length)}|`, ...rows].join('\n');
}
