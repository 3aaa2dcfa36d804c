import { SourceMap } from 'node:module';
import { build } from 'esbuild';
import { lambdaBuild } from './bundle-for-lambda.ts';
import { eager, eagerModules, withoutParentheses } from './eager-modules.ts';

/**
 * For each position in the function's `index.mjs`, `line:column` as in a stack, with or without the file, the position in
 * the sources. They have to be those that the bundle was built from.
 */
export async function whereOnLambda(positions: readonly string[]): Promise<string[]> {
  const { outputFiles } = await build({
    ...lambdaBuild,
    plugins: lambdaBuild.plugins.filter((plugin) => plugin !== eager),
    entryPoints: ['src/bootstrap/lambda.ts'],
    outfile: 'dist/lambda/index.mjs',
    sourcemap: 'external',
    write: false,
  });
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const bundle = textOf('.mjs');
  const map = new SourceMap(JSON.parse(textOf('.map')));
  const built = eagerModules(bundle);
  return positions.map((position) => {
    const [, line, column] = (/^(?:.*\bindex\.mjs:)?(\d+):(\d+)\)?$/.exec(position) ?? []).map(Number);
    const length = built.split('\n')[(line ?? 0) - 1]?.length ?? 0;
    if (!line || !column || column > length) return `${position}: not found`;
    const { row, place } = placeAt(bundle, withoutParentheses(bundle, offsetAt(built, line - 1, column - 1)));
    const entry = map.findEntry(row, place);
    if (!('originalSource' in entry)) return `${position}: not found`;
    const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** Both from 0. */
const offsetAt = (text: string, row: number, place: number): number =>
  text.split('\n').slice(0, row).join('\n').length + (row > 0 ? 1 : 0) + place;

function placeAt(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n');
  return { row: before.length - 1, place: before.at(-1)?.length ?? 0 };
}

if (import.meta.main) {
  const positions = process.argv.slice(2);
  if (positions.length > 0) {
    for (const place of await whereOnLambda(positions)) console.log(place);
  } else {
    console.error('Which positions? For example: npm run -s where:lambda -- 13:125591');
    process.exitCode = 2;
  }
}
