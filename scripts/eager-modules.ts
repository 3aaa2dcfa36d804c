import { readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/** Applies `eagerModules` to the file that esbuild has written. */
export const eager: Plugin = {
  name: 'eager modules',
  setup({ initialOptions: { outfile }, onEnd }) {
    onEnd(({ errors }) => {
      if (outfile && errors.length === 0) writeFileSync(outfile, eagerModules(readFileSync(outfile, 'utf8')));
    });
  },
};

/**
 * Puts parentheses around the functions in which esbuild wraps CommonJS modules and modules that are loaded lazily.
 * Expects esbuild's output with `minify`. For its source map, see `withoutParentheses`.
 *
 * V8 pre-parses a function where it is declared and parses it again when it is called, unless parentheses signal that
 * it will be called at once (v8.dev/blog/preparser). The driver is 130 such modules; for the half of them that `lazy` leaves out
 * of a cold start, pre-parsing would do, but this cannot tell which they are.
 */
export function eagerModules(bundle: string): string {
  const edges = edgesOf(bundle);
  const pieces = [0, ...edges].map((from, index) => bundle.slice(from, edges[index]));
  return pieces.map((piece, index) => (index % 2 ? `(${piece})` : piece)).join('');
}

/** The offset in `bundle` of what `eagerModules` has moved to `offset`. */
export function withoutParentheses(bundle: string, offset: number): number {
  return offset - edgesOf(bundle).filter((edge, before) => edge + before < offset).length;
}

/** Where the functions begin and end, by turns. */
function edgesOf(bundle: string): number[] {
  const source = ts.createSourceFile('bundle.js', bundle, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.flatMap(moduleOf))
    .flatMap((module) => [module.getFullStart(), module.end]);
}

/** The function in `name = helper(() => …)`. */
function moduleOf({ initializer }: ts.VariableDeclaration): ts.ArrowFunction[] {
  const [only, ...others] = initializer && ts.isCallExpression(initializer) ? initializer.arguments : [];
  return only && ts.isArrowFunction(only) && others.length === 0 ? [only] : [];
}
