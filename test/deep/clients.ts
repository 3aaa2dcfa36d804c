import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cache, run } from '../support/cache.ts';
import {
  type ClientPlace,
  calledService,
  type MadeClient,
  shippedClients,
} from '../support/generated-clients.ts';
import { pythonTool } from './python-tool.ts';

/**
 * `node test/deep/clients.ts [NAME]`: generates clients of both descriptions, compiles and calls them. It needs Go, Cargo,
 * Maven with Java, Python, and Debian's `ruby-typhoeus` and `php-guzzlehttp-guzzle`; what is not there is said and passed over.
 */
const GENERATOR = '7.25.0';
const programs = resolve(import.meta.dirname, 'clients');

/** The jar from Maven Central: npm's package would fetch it elsewhere. */
function generatorJar(): string {
  const jar = join(cache, `openapi-generator-cli-${GENERATOR}.jar`);
  if (existsSync(jar)) return jar;
  mkdirSync(cache, { recursive: true });
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${GENERATOR}`;
  const copy = ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${cache}`];
  if (spawnSync('mvn', copy, { stdio: 'inherit' }).status !== 0) throw new Error('The jar is not to be had.');
  return jar;
}

type Described = Pick<ClientPlace, 'folder' | 'vendors' | 'operators'>;

/** Generates a client of each description, into the folders `vendors` and `operators`. */
async function openApiGenerator(
  language: string,
  { folder, ...descriptions }: Described,
  options: (name: string) => string,
  ...more: string[]
): Promise<void> {
  const jar = generatorJar();
  for (const name of ['vendors', 'operators'] as const) {
    const places = ['-i', descriptions[name], '-o', join(folder, name)];
    const properties = `--additional-properties=${options(name)}`;
    await run('java', ['-jar', jar, 'generate', '-g', language, ...places, properties, ...more]);
  }
}

const copy = (file: string, folder: string) => cpSync(join(programs, file), join(folder, file));

/** Compiles a project of Maven's and runs its class. */
async function runByMaven(project: string, main: string, given: readonly string[]): Promise<void> {
  const classpath = '-Dmdep.outputFile=classpath.txt';
  await run('mvn', ['-q', '-B', 'compile', 'dependency:build-classpath', classpath], project);
  const classes = `target/classes:${readFileSync(join(project, 'classpath.txt'), 'utf8').trim()}`;
  await run('java', ['-cp', classes, main, ...given], project);
}

const go: MadeClient = async ({ folder, given, ...descriptions }) => {
  const tool = spawnSync('.ci/go-tool', ['github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2']);
  for (const name of ['vendors', 'operators'] as const) {
    mkdirSync(join(folder, name));
    const output = ['-generate', 'types,client', '-package', name, '-o', join(folder, name, 'client.go')];
    await run(join(`${tool.stdout}`.trim(), 'oapi-codegen'), [...output, descriptions[name]]);
  }
  for (const file of ['go.mod', 'main.go']) copy(file, folder);
  await run('go', ['mod', 'tidy'], folder);
  await run('go', ['run', '.', ...given], folder);
};

const java: MadeClient = async ({ folder, given, ...described }) => {
  const options = (name: string) =>
    `invokerPackage=org.${name},apiPackage=org.${name}.api,modelPackage=org.${name}.model,disallowAdditionalPropertiesIfNotPresent=false`;
  const noTests = ['--global-property', 'apiTests=false,modelTests=false'];
  await openApiGenerator('java', { folder, ...described }, options, ...noTests);
  const [project, sources] = [join(folder, 'vendors'), 'src/main/java'];
  cpSync(join(folder, 'operators', sources), join(project, sources), { recursive: true });
  copy('Call.java', join(project, sources));
  await runByMaven(project, 'Call', given);
};

const kotlin: MadeClient = async ({ folder, given, ...described }) => {
  await openApiGenerator('kotlin', { folder, ...described }, (name) => `packageName=${name}`);
  copy('Call.kt', join(folder, 'vendors/src/main/kotlin'));
  copy('pom.xml', folder);
  await runByMaven(folder, 'CallKt', given);
};

const rust: MadeClient = async ({ folder, given, ...described }) => {
  await openApiGenerator('rust', { folder, ...described }, (name) => `packageName=${name}`);
  for (const file of ['Cargo.toml', 'call.rs']) copy(file, folder);
  spawnSync('cargo', ['build', '--quiet'], { cwd: folder, stdio: 'inherit' }); // may take long: reqwest and TLS
  await run(join(folder, 'target/debug/call'), given);
};

const python: MadeClient = async ({ folder, given, ...described }) => {
  const options = (name: string) => `packageName=${name === 'vendors' ? 'openapi' : name}_client`;
  await openApiGenerator('python', { folder, ...described }, options);
  const [tools, made] = [
    join(folder, 'python/bin'),
    ['vendors', 'operators'].map((name) => join(folder, name)),
  ];
  await run('python3', ['-m', 'venv', join(folder, 'python')]);
  await run(join(tools, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...made]);
  await run(join(tools, 'python'), ['-m', 'compileall', '-q', ...made]);
  await run(join(tools, 'python'), [resolve('test/deep/generated_client.py'), ...given]);
};

/** Only compiled, which `webhooks` in a description prevent. */
const typescriptFetch: MadeClient = async ({ folder, ...described }) => {
  await openApiGenerator('typescript-fetch', { folder, ...described }, () => '');
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
    ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  await run('npx', ['tsc', '-p', folder]);
};

/** With Debian's Typhoeus: no registry of Ruby's is needed. */
const ruby: MadeClient = async ({ folder, given, ...described }) => {
  const options = (name: string) =>
    `gemName=${name},moduleName=${name === 'vendors' ? 'Vendors' : 'Operators'}`;
  await openApiGenerator('ruby', { folder, ...described }, options);
  const libraries = ['-I', 'vendors/lib', '-I', 'operators/lib'];
  await run('ruby', [...libraries, join(programs, 'call.rb'), ...given], folder);
};

/** With Debian's Guzzle: no Composer is needed. */
const php: MadeClient = async ({ folder, given, ...described }) => {
  const options = (name: string) => `invokerPackage=${name === 'vendors' ? 'Vendors' : 'Operators'}`;
  await openApiGenerator('php', { folder, ...described }, options);
  await run('php', [join(programs, 'call.php'), ...given], folder);
};

/** What has to be there is a command that then succeeds. */
const there = (program: string) => ['which', program];
const clients: Record<string, [needs: readonly string[], made: MadeClient]> = {
  ...Object.fromEntries(
    Object.entries(shippedClients).map(([name, made]) => [name, [there('python3'), made]]),
  ),
  'oapi-codegen 2.8.2, Go': [there('go'), go],
  [`OpenAPI Generator ${GENERATOR}, Python`]: [there('java'), python],
  [`OpenAPI Generator ${GENERATOR}, Java`]: [there('mvn'), java],
  [`OpenAPI Generator ${GENERATOR}, Kotlin`]: [there('mvn'), kotlin],
  [`OpenAPI Generator ${GENERATOR}, Rust`]: [there('cargo'), rust],
  [`OpenAPI Generator ${GENERATOR}, Ruby`]: [['ruby', '-r', 'typhoeus', '-e', ''], ruby],
  [`OpenAPI Generator ${GENERATOR}, PHP`]: [['php', '-r', "require 'GuzzleHttp/autoload.php';"], php],
  [`OpenAPI Generator ${GENERATOR}, typescript-fetch`]: [there('java'), typescriptFetch],
};

const [vendors, operators] = ['docs/openapi-clients.json', 'docs/operators-openapi-clients.json'].map(
  (file) => resolve(file),
) as [string, string];
pythonTool('openapi-python-client', '0.29.1');
for (const [name, [needs, made]] of Object.entries(clients)) {
  if (process.argv[2] && !name.toLowerCase().includes(process.argv[2].toLowerCase())) continue;
  if (spawnSync(needs[0] ?? '', needs.slice(1)).status !== 0) {
    console.log(`PASSED OVER: ${name} (there is not what it needs: ${needs.join(' ')})`);
    continue;
  }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'generated-client-'));
  await using service = await calledService();
  const problem = await made({ folder: folder.path, vendors, operators, given: service.given }).catch(String);
  console.log(problem ? `FAILED: ${name}: ${problem}` : `works: ${name}`);
  if (problem) process.exitCode = 1;
}
