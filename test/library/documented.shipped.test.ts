import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.values<{ readonly types?: string }>(exports).flatMap(({ types }) =>
  types
    ? types.replace('./dist/library/', 'src/library/').replace('./dist/', '').replace('.d.ts', '.ts')
    : [],
);

it('every export of the library tells an editor what it is', () => {
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const exported = entries.flatMap((entry) => {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    return module ? checker.getExportsOfModule(module) : [];
  });
  const symbols = exported.map((symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  );
  expect(symbols.length).toBeGreaterThan(250);
  const silent = symbols.filter((symbol) => symbol.getDocumentationComment(checker).length === 0);
  expect(silent.map(({ name }) => name)).toEqual([]);
}, 60_000);
