import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import * as events from '../../src/operators/domain/events/lead-event.ts';

const files = globSync('{src,suites,conformance,scripts,bench,test}/**/*.{ts,mjs}');
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** What nobody here imports: the package's entries and Lambda's handlers. */
const entries = /^src\/library\/|^suites\/index\.ts|^src\/bootstrap\/lambda/;

const named = /^(?:import|export)\b(?: type)? \{([^}]*)\} from '([^']+)'/gm;
const whole = /(?:^(?:import|export)\b(?: type)? \*.* from |\bimport\(|\bURL\()\s*'([^']+\.ts)'/gm;
const declared = /^export (?:async )?(?:abstract )?(?:const|class|function\*?|interface|type) (\w+)/gm;

const fileOf = (from: string, path: string): string =>
  path.startsWith('#') ? path.replace('#', 'src/') : join(dirname(from), path);

it('every export is imported by another file', () => {
  const imported = new Set<string>();
  for (const [file, text] of texts) {
    for (const [, names = '', path = ''] of text.matchAll(named))
      for (const [, name] of names.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g))
        imported.add(`${fileOf(file, path)} ${name}`);
    for (const [, path = ''] of text.matchAll(whole)) imported.add(fileOf(file, path));
  }
  const exported = [...texts]
    .filter(
      ([file]) => /^(?:src|suites|conformance)\//.test(file) && !entries.test(file) && !imported.has(file),
    )
    .flatMap(([file, text]) => [...text.matchAll(declared)].map(([, name]) => `${file} ${name}`));
  expect(exported.length).toBeGreaterThan(1_000);
  expect(exported.filter((each) => !imported.has(each))).toEqual([]);
});

it('every event that can be made is announced', () => {
  const files = [...texts].filter(([file]) => file.startsWith('src/operators/application/'));
  const application = files.map(([, text]) => text).join('\n');
  const { isOfLead: _, ...others } = events;
  const makers = Object.entries(others).filter(([, value]) => typeof value === 'function');
  expect(makers.length).toBeGreaterThan(5);
  expect(makers.map(([name]) => name).filter((name) => !application.includes(`${name}(`))).toEqual([]);
});
