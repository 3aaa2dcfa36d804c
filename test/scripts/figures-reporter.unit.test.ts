import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import FiguresReporter from '../resilience/parts/figures-reporter.ts';

beforeEach(() => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockReturnValue();
});

const runOf = (...states: string[]) =>
  states.map((state) => {
    const meta = state === 'skipped' ? {} : { figures: [{ what: 'Lost', measured: '0', bar: '0' }] };
    const test = { result: () => ({ state }), meta: () => meta };
    return { children: { allTests: () => [test] } } as unknown as TestModule;
  });

/** The page after the run, which began with an empty section. */
function pageAfter(states: string[]): string {
  const docs = mkdtempSync(join(tmpdir(), 'docs-'));
  onTestFinished(() => rmSync(docs, { recursive: true }));
  vi.stubEnv('RESILIENCE_RECORD', docs);
  const page = join(docs, 'reliability.md');
  writeFileSync(page, EMPTY);
  new FiguresReporter().onTestRunEnd(runOf(...states));
  return readFileSync(page, 'utf8');
}

const EMPTY = '<!-- short form -->\n<!-- /short form -->\n';

it('writes the figures into the page if every test has passed', () => {
  expect(pageAfter(['passed', 'passed'])).toContain('| Lost | 0 | 0 |');
});

it.each(['failed', 'skipped'])('leaves the page as it is after a %s test', (state) => {
  expect(pageAfter(['passed', state])).toBe(EMPTY);
});
