import type { Reporter, TestModule } from 'vitest/node';

/** For each project, its CPU seconds and its ten dearest files. Servers that a whole run shares are nobody's. */
export default class DearestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const [project, files] of Map.groupBy(modules, (each) => each.project.name)) {
      const used = files.map((each) => ({ cpu: each.meta().cpu ?? 0, file: each.relativeModuleId }));
      const sum = used.reduce((total, { cpu }) => total + cpu, 0);
      console.log(`\n${project}: ${sum.toFixed(0)} CPU seconds in ${files.length} files, most of them in`);
      for (const { cpu, file } of used.toSorted((a, b) => b.cpu - a.cpu).slice(0, 10))
        console.log(`${cpu.toFixed(1).padStart(6)}  ${file}`);
    }
  }
}
