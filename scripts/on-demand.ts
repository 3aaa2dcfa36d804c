import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Makes what is imported on demand a file of its own beside the bundle, so that a cold start does not read it. The file
 * has copies of what it shares with the bundle: for classes that `instanceof` has to tell, and for state, it is too far away.
 */
export const onDemand: Plugin = {
  name: 'on demand',
  setup({ initialOptions: { stdin: _stdin, outfile = '', ...options }, onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, async ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = `${basename(path, '.ts')}.mjs`;
      await build({
        ...options,
        entryPoints: [join(resolveDir, path)],
        outfile: join(dirname(outfile), file),
      });
      return { path: `./${file}`, external: true };
    });
  },
};
