import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/** Has the driver load each of its modules when it is first used: more than half of them are not during a cold start. */
export const lazy: Plugin = {
  name: 'lazy requires',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/mongodb\/lib\/.*\.js$/ }, ({ path }) => ({
      contents: lazyRequires(readFileSync(path, 'utf8')),
    }));
  },
};

/** What nearly every module uses is loaded all the same, and would make the bundle 10 KB larger. */
const loadedAnyway = /\/(?:bson|constants|error|operation|responses|utils)"$/;

/**
 * Moves each `require` of a CommonJS module to where its result is first used, as bundlers for phones do. Expects the output
 * of TypeScript, which names what it requires `error_1`, uses that name for nothing else, and reads exports where they are used.
 */
export function lazyRequires(module: string): string {
  const source = ts.createSourceFile('module.js', module, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const required = new Map<string, string>();
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  for (const statement of source.statements) {
    const [, name, path] = /^const (\w*_\d+) = require\(("[^"]+")\);$/.exec(statement.getText()) ?? [];
    if (!name || !path || loadedAnyway.test(path)) continue;
    required.set(name, `(${name} ??= require(${path}))`);
    edits.push({ from: statement.getStart(), to: statement.end, text: `let ${name};` });
  }
  function visit(node: ts.Node): void {
    const text = ts.isIdentifier(node) && required.get(node.text);
    const isOnlyName = (node.parent as { readonly name?: ts.Node }).name === node; // of a declaration or a property
    if (text && !isOnlyName) edits.push({ from: node.getStart(), to: node.end, text });
    ts.forEachChild(node, visit);
  }
  ts.forEachChild(source, visit);
  let written = '';
  let done = 0;
  for (const { from, to, text } of edits.sort((a, b) => a.from - b.from)) {
    written += module.slice(done, from) + text;
    done = to;
  }
  return written + module.slice(done);
}
