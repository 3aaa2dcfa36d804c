import { execSync } from 'node:child_process';

/**
 * Removes the development tools: what remains is what runs in production. They leave package.json, too, because
 * `npm sbom` fails while one of its packages is missing.
 */
execSync('npm pkg delete devDependencies', { stdio: 'inherit' });
execSync('npm prune --ignore-scripts --no-audit --no-fund', { stdio: 'inherit' });
