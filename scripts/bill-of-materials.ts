import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

/** The list of packages (SBOM, CycloneDX) that npm makes of the lock file, of these alone: `name@version`. */
export function billOfMaterials(packages: ReadonlySet<string>): string {
  const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const { metadata, components, dependencies, ...rest } = JSON.parse(
    execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 2 ** 26, shell: process.platform === 'win32' }),
  );
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const inside = (components as Component[]).filter((each) => packages.has(`${each.name}@${each.version}`));
  const refs = new Set(inside.map((each) => each['bom-ref']));
  const among = (dependencies as Dependency[])
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const whole = { ...metadata.component, type: 'application', name, version };
  const root = { ref: whole['bom-ref'], dependsOn: [...refs] };
  const told = { ...rest, metadata: { ...metadata, component: whole }, components: inside };
  return `${JSON.stringify({ ...told, dependencies: [root, ...among] }, null, 2)}\n`;
}
