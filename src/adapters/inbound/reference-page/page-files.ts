import { extname } from 'node:path';
import { pageContents } from './page-contents.ts';
import type { PageFile } from './reference-page.ts';

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
]);

/** The files of the page, by path; `undefined` if there are none, as beside a bundle. */
export function pageFiles(
  environment: 'sandbox' | 'production',
  version: string,
): ReadonlyMap<string, PageFile> | undefined {
  if (!pageContents) return undefined;
  const filledIn = async (read: PageFile['read']) => {
    const text = Buffer.from(await read()).toString();
    return Buffer.from(text.replaceAll('{environment}', environment).replaceAll('{version}', version));
  };
  return new Map(
    [...pageContents].map(([name, read]): [string, PageFile] => {
      const type = types.get(extname(name)) ?? '';
      return name === 'page.html'
        ? ['/docs', { type, read: () => filledIn(read) }]
        : [`/docs/${name}`, { type, read }];
    }),
  );
}
