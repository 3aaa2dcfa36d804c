import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** Ends the run with what was skipped, by name, and one plain line: `N passed, N failed`, and `, N skipped` if any were. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const notLoaded = modules.filter((module) => module.errors().length > 0).length;
    const failed = count('failed') + count('pending') + notLoaded + unhandledErrors.length;
    const skipped = count('skipped');
    const names = modules.flatMap(skippedIn).map((name) => `  ${name}`);
    if (names.length > 0) names.unshift('Skipped:');
    // After the default reporter's own closing lines, which are written on the next tick.
    setImmediate(() =>
      console.log(
        [
          ...names,
          `${count('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`,
        ].join('\n'),
      ),
    );
  }
}

/** What was skipped of a part of the run: the part itself, if all of it was, with the number of its tests. */
function skippedIn(part: TestModule | TestSuite | TestCase): readonly string[] {
  if (part.type === 'test') return part.result().state === 'skipped' ? [nameOf(part)] : [];
  const tests = [...part.children.allTests()];
  const isWhole = tests.length > 0 && tests.every((test) => test.result().state === 'skipped');
  if (isWhole) return [`${nameOf(part)} (${tests.length})`];
  return [...part.children].flatMap(skippedIn);
}

const nameOf = (part: TestModule | TestSuite | TestCase): string =>
  part.type === 'module' ? part.relativeModuleId : `${part.module.relativeModuleId} > ${part.fullName}`;
