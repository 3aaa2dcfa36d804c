import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Makes what is imported on demand a file of its own beside the bundle, so that a cold start does not read it. The file
 * has its own copies of what both use: it shares no state with the bundle, and neither can tell the other's errors by class.
 */
export const onDemand: Plugin = {
  name: 'on demand',
  setup({ initialOptions: { stdin: _stdin, outfile = '', ...options }, onResolve }) {
    const sources = new Map([[basename(outfile), 'the bundle']]);
    onResolve({ filter: /^\.{1,2}\// }, async ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const source = join(resolveDir, path);
      const file = `${basename(path, '.ts')}.mjs`;
      const taken = sources.get(file);
      if (!taken) {
        sources.set(file, source);
        await build({ ...options, entryPoints: [source], outfile: join(dirname(outfile), file) });
      } else if (taken !== source) {
        return { errors: [{ text: `${source} needs another name: ${taken} is ${file}` }] };
      }
      return { path: `./${file}`, external: true };
    });
  },
};
