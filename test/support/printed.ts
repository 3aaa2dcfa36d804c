import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether poppler's `pdftotext` is here, which CI must have. */
export function hasPdfReader(): boolean {
  const { error } = spawnSync('pdftotext', ['-v']);
  if (!error) return true;
  if (process.env.CI) throw error;
  console.error('\n!!! No pdftotext (apt-get install poppler-utils): what is printed is NOT tested.\n');
  return false;
}

/** Resolves to the texts of a PDF's pages, with columns where they stand on paper. */
export async function pagesOf(pdf: Buffer): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pdf-'));
  const path = join(folder.path, 'a.pdf');
  writeFileSync(path, pdf);
  const { stdout, status, stderr } = spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\f').slice(0, -1);
}
