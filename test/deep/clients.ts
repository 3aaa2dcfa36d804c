import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cache, run } from '../support/cache.ts';
import { calledService, type MadeClient, shippedClients } from '../support/generated-clients.ts';
import { pythonTool } from './python-tool.ts';

/**
 * `node test/deep/clients.ts [NAME]`: generates clients of both descriptions, compiles and calls them. It needs Go, Cargo,
 * Maven with Java, Python, and PHP for its model; a language that is not there is said and passed over.
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

const openApiGenerator = (language: string, description: string, to: string, ...more: string[]) =>
  run('java', ['-jar', generatorJar(), 'generate', '-g', language, '-i', description, '-o', to, ...more]);

const go: MadeClient = async ({ folder, vendors, operators, given }) => {
  const tool = spawnSync('.ci/go-tool', ['github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2']);
  for (const [name, description] of [
    ['vendors', vendors],
    ['operators', operators],
  ] as const) {
    mkdirSync(join(folder, name));
    const output = ['-generate', 'types,client', '-package', name, '-o', join(folder, name, 'client.go')];
    await run(join(`${tool.stdout}`.trim(), 'oapi-codegen'), [...output, description]);
  }
  for (const file of ['go.mod', 'main.go']) cpSync(join(programs, file), join(folder, file));
  await run('go', ['mod', 'tidy'], folder);
  await run('go', ['run', '.', ...given], folder);
};

const java: MadeClient = async ({ folder, vendors, operators, given }) => {
  for (const [name, description] of [
    ['vendors', vendors],
    ['operators', operators],
  ] as const) {
    const packages = `invokerPackage=org.${name},apiPackage=org.${name}.api,modelPackage=org.${name}.model`;
    const tests = ['--global-property', 'apiTests=false,modelTests=false'];
    const options = `${packages},disallowAdditionalPropertiesIfNotPresent=false`;
    await openApiGenerator(
      'java',
      description,
      join(folder, name),
      `--additional-properties=${options}`,
      ...tests,
    );
  }
  const [project, sources] = [join(folder, 'vendors'), 'src/main/java'];
  cpSync(join(folder, 'operators', sources), join(project, sources), { recursive: true });
  cpSync(join(programs, 'Call.java'), join(project, sources, 'Call.java'));
  const classpath = '-Dmdep.outputFile=classpath.txt';
  await run('mvn', ['-q', '-B', 'compile', 'dependency:build-classpath', classpath], project);
  const classes = `target/classes:${readFileSync(join(project, 'classpath.txt'), 'utf8').trim()}`;
  await run('java', ['-cp', classes, 'Call', ...given], project);
};

const rust: MadeClient = async ({ folder, vendors, operators, given }) => {
  for (const [name, description] of [
    ['vendors', vendors],
    ['operators', operators],
  ] as const) {
    const options = `--additional-properties=packageName=${name}`;
    await openApiGenerator('rust', description, join(folder, name), options);
  }
  for (const file of ['Cargo.toml', 'call.rs']) cpSync(join(programs, file), join(folder, file));
  spawnSync('cargo', ['build', '--quiet'], { cwd: folder, stdio: 'inherit' }); // may take long: reqwest and TLS
  await run(join(folder, 'target/debug/call'), given);
};

const python: MadeClient = async ({ folder, vendors, operators, given }) => {
  const client = join(folder, 'client');
  await openApiGenerator('python', vendors, client);
  const operatorsClient = join(folder, 'operators');
  await openApiGenerator(
    'python',
    operators,
    operatorsClient,
    '--additional-properties=packageName=operators_client',
  );
  const tools = join(folder, 'python');
  await run('python3', ['-m', 'venv', tools]);
  const pip = ['install', '--quiet', '--disable-pip-version-check'];
  await run(join(tools, 'bin/pip'), [...pip, client, operatorsClient]);
  for (const made of [client, operatorsClient])
    await run(join(tools, 'bin/python'), ['-m', 'compileall', '-q', made]);
  await run(join(tools, 'bin/python'), [resolve('test/deep/generated_client.py'), ...given]);
};

/** What does not compile beside webhooks: `typescript-fetch`. */
const typescriptFetch: MadeClient = async ({ folder, vendors, operators }) => {
  for (const [name, description] of [
    ['vendors', vendors],
    ['operators', operators],
  ] as const) {
    await openApiGenerator('typescript-fetch', description, join(folder, name));
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
    };
    const lib = ['es2022', 'dom', 'dom.iterable'];
    const config = { compilerOptions: { ...options, lib, types: [] }, include: ['.'] };
    writeFileSync(join(folder, name, 'tsconfig.json'), JSON.stringify(config));
    await run('npx', ['tsc', '-p', join(folder, name)]);
  }
};

const php: MadeClient = async ({ folder, vendors }) => {
  await openApiGenerator('php', vendors, folder);
  await run('php', [join(programs, 'call.php'), folder]);
};

const clients: Record<string, [needs: string, made: MadeClient]> = {
  ...Object.fromEntries(Object.entries(shippedClients).map(([name, made]) => [name, ['python3', made]])),
  'oapi-codegen 2.8.2, Go': ['go', go],
  [`OpenAPI Generator ${GENERATOR}, Python`]: ['java', python],
  [`OpenAPI Generator ${GENERATOR}, Java`]: ['mvn', java],
  [`OpenAPI Generator ${GENERATOR}, Rust`]: ['cargo', rust],
  [`OpenAPI Generator ${GENERATOR}, typescript-fetch`]: ['java', typescriptFetch],
  [`OpenAPI Generator ${GENERATOR}, PHP, its model`]: ['php', php],
};

const [vendors, operators] = ['docs/openapi-clients.json', 'docs/operators-openapi-clients.json'].map(
  (file) => resolve(file),
) as [string, string];
pythonTool('openapi-python-client', '0.29.1');
for (const [name, [needs, made]] of Object.entries(clients)) {
  if (process.argv[2] && !name.toLowerCase().includes(process.argv[2].toLowerCase())) continue;
  if (spawnSync('which', [needs]).status !== 0) {
    console.log(`PASSED OVER: ${name} (there is no ${needs})`);
    continue;
  }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'generated-client-'));
  await using service = await calledService();
  const problem = await made({ folder: folder.path, vendors, operators, given: service.given }).catch(String);
  console.log(problem ? `FAILED: ${name}: ${problem}` : `works: ${name}`);
  if (problem) process.exitCode = 1;
}
