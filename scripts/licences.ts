import { globSync, readFileSync } from 'node:fs';

interface Package {
  readonly name: string;
  readonly version: string;
  /** The texts of its licence and notices, or its licence's name. */
  readonly licence: string;
}

/** The packages that files of a bundle come from. */
export function packagesOf(files: readonly string[]): Package[] {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    return { name, version, licence: licenceIn(folder) || `${license}` };
  });
}

const licenceIn = (folder: string): string =>
  globSync(`${folder}/{LICENSE,LICENCE,license,licence,NOTICE}*`)
    .toSorted()
    .map((file) => readFileSync(file, 'utf8').trim())
    .join('\n\n');

/** A comment that says under which licence each of them is, each text once. */
export function licences(packages: readonly Package[]): string {
  const byText = Map.groupBy(packages, ({ licence }) => licence);
  const parts = [...byText].map(
    ([text, those]) => `${those.map(({ name, version }) => `${name} ${version}`).join(', ')}\n\n${text}`,
  );
  return `/*\n${parts.join('\n\n---\n\n').replaceAll('*/', '* /')}\n*/\n`;
}
