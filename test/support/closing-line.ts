import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line: `N passed, N failed`, and `, N skipped` if there were any. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const notLoaded = modules.filter((module) => module.errors().length > 0).length;
    const failed = count('failed') + count('pending') + notLoaded + unhandledErrors.length;
    const skipped = count('skipped');
    // After the default reporter's own closing lines, which are written on the next tick.
    setImmediate(() =>
      console.log(`${count('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`),
    );
  }
}
