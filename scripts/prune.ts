import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

type Versions = Record<string, string>;
interface Manifest {
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
  readonly peerDependencies: Versions;
}

/**
 * What the service needs at run time. The package asks for frameworks as optional peers, so that users of the library
 * install only those that they use; the service uses all of them.
 */
export function runtimeDependencies({ dependencies, peerDependencies }: Manifest): string[] {
  const frameworks = Object.keys(peerDependencies).filter((name) => !/^@types\/|^vitest$/.test(name));
  return [...Object.keys(dependencies), ...frameworks];
}

/** Leaves nothing else in node_modules, for a service that is built. npm knows dependencies only by package.json. */
function prune(): number {
  const text = readFileSync('package.json', 'utf8');
  const manifest: Manifest = JSON.parse(text);
  const all = { ...manifest.devDependencies, ...manifest.dependencies };
  const dependencies = Object.fromEntries(runtimeDependencies(manifest).map((name) => [name, all[name]]));
  writeFileSync('package.json', JSON.stringify({ ...manifest, dependencies, devDependencies: {} }));
  try {
    const options = [
      '--omit=dev',
      '--omit=optional',
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ];
    return spawnSync('npm', ['prune', ...options], { stdio: 'inherit' }).status ?? 1;
  } finally {
    writeFileSync('package.json', text);
  }
}

if (import.meta.main) process.exitCode = prune();
