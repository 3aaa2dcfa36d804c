#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { marks } from './check.ts';
import { accessChecks } from './checks/access.ts';
import { decisionChecks } from './checks/decisions.ts';
import { leadChecks } from './checks/lead.ts';
import { operationChecks } from './checks/operations.ts';
import { firewallIn, Service, type Target } from './service.ts';
import { reasonOf, tickOff } from './tick-list.ts';

const usage = `Checks a deployment against the specification, row by row.

  npx leads-conformance --url https://…/v1 --key KEY [--other-key KEY]
  npm run conformance -- --url …    (in a clone)

  --url        base URL, ending in /v1
  --key        an API key of a vendor
  --other-key  an API key of another vendor; without it, one check is skipped

It sends about 35 real leads, marked with the vendor_name "${marks.vendor_name}".
Exit code: 0 all checks passed, 1 a check failed, 2 wrong usage.`;

process.stdout.on('error', () => process.exit(1)); // nobody reads the results: send no more leads
// In a container, a first process that does not listen for a signal is not ended by it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGPWR'] as const)
  process.on(signal, () => process.exit(130));
const write = (line: string) => process.stdout.write(`${line}\n`);
const target = readTarget();

if (target) {
  const service = new Service(target, (message) => console.error(message));
  const obstacle = await obstacleTo(service, target.otherKey);
  if (obstacle) console.error(obstacle);
  process.exitCode = obstacle || !(await judge(service, target.otherKey)) ? 1 : 0;
}

function judge(service: Service, otherKey: string | undefined): Promise<boolean> {
  write(`Conformance of ${service.target.url}`);
  write(`Sends real leads, marked with the vendor_name "${marks.vendor_name}".`);
  const all = [...accessChecks, ...leadChecks, ...operationChecks, ...decisionChecks(otherKey)];
  return tickOff(service, all, write);
}

/** Resolves to a problem that would make every row fail, to be reported once; `undefined` if there is none. */
async function obstacleTo(service: Service, otherKey: string | undefined): Promise<string | undefined> {
  try {
    const answer = await service.lookUp();
    const { status, headers } = answer;
    const firewall = firewallIn(answer);
    if (firewall) return `Every request is refused: ${firewall}.`;
    if (status === 403) return 'The key was refused: every check needs a valid one.';
    if (status >= 300 && headers.has('location'))
      return `The service redirects to ${headers.get('location')}: adapt --url.`;
    const isAboutLead = (await answer.text()).includes('No lead was found');
    if (status === 404 && !isAboutLead && !(await isDescribed(service)))
      return 'There is no service at this URL: it should end in /v1, with openapi.json below it.';
    if (otherKey && (await service.lookUp({ 'x-api-key': otherKey })).status === 403)
      return 'The --other-key was refused: leave it out, or give a valid one.';
    return undefined;
  } catch (error) {
    return `No answer from ${service.target.url}: ${reasonOf(error)}.`;
  }
}

function isDescribed(service: Service): Promise<boolean> {
  return service.description().then(
    () => true,
    () => false,
  );
}

function readTarget(): (Target & { readonly otherKey: string | undefined }) | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { url: text, key: text, 'other-key': text, help: { type: 'boolean' } },
    });
    if (values.help) return void write(usage);
    const url = values.url?.replace(/\/$/, '') ?? '';
    if (!URL.canParse(url) || !/^https?:/i.test(url))
      throw new Error('--url must be a complete URL, with https:// or http://.');
    const { username, password } = new URL(url);
    if (username || password) throw new Error('--url must not contain a user name or password.');
    if (!values.key) throw new Error('--key is missing.');
    const { key, 'other-key': otherKey } = values;
    if (/[\r\n]/.test(key.trim())) throw new Error('--key must be one line.');
    if (otherKey && /[\r\n]/.test(otherKey.trim())) throw new Error('--other-key must be one line.');
    if (otherKey?.trim() === key.trim()) throw new Error("--other-key must be another vendor's.");
    return { url, key, otherKey };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}
