import { beforeEach, expect, it, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { writeSection } from '../../scripts/section.ts';
import FiguresReporter from '../resilience/parts/figures-reporter.ts';

vi.mock('../../scripts/section.ts', () => ({ writeSection: vi.fn() }));
beforeEach(() => {
  vi.clearAllMocks();
  vi.stubEnv('RESILIENCE_RECORD', 'yes');
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockReturnValue();
});

const runOf = (...states: string[]) =>
  states.map((state) => {
    const meta = state === 'skipped' ? {} : { figures: [{ what: 'Lost', measured: '0', bar: '0' }] };
    const test = { result: () => ({ state }), meta: () => meta };
    return { children: { allTests: () => [test] } } as unknown as TestModule;
  });

it.each([
  [['passed', 'passed'], 1],
  [['passed', 'failed'], 0],
  [['passed', 'skipped'], 0],
])('a run that is asked to record its figures, with the outcomes %j, writes %i table', (states, tables) => {
  new FiguresReporter().onTestRunEnd(runOf(...states));
  expect(writeSection).toHaveBeenCalledTimes(tables);
});
