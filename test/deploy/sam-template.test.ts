import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/bootstrap/config.ts';

const template = readFileSync('deploy/sam/template.yaml', 'utf8');

/** CloudFormation's own tags are ignored: `!Ref Api` is read as `Api`. */
const { Resources: resources } = parse(template, { logLevel: 'silent' });
const ofType = (type: string) =>
  Object.entries<{ Type: string; Properties: Record<string, unknown> }>(resources)
    .filter(([, { Type }]) => Type === type)
    .map(([name, { Properties }]) => [name, Properties] as const);

describe('the function', () => {
  const { CodeUri, Handler, Timeout, Environment } = resources.Function.Properties;

  it('is what the build writes', () => {
    const [module, name] = Handler.split('.');
    const built = `bundleForLambda('${join('deploy/sam', CodeUri)}/${module}.mjs')`;
    expect(readFileSync('scripts/build.ts', 'utf8')).toContain(built);
    expect(name).toBe('handler');
  });

  it('gets every setting that matters on Lambda, and no other', () => {
    const ofServers = ['PORT', 'HOST', 'REQUEST_TIMEOUT_MS', 'METRICS_PORT'];
    const expected = Object.keys(settings).filter((name) => !ofServers.includes(name));
    expect(Object.keys(Environment.Variables).sort()).toEqual(expected.sort());
  });

  it('may run for longer than a store can hang, and for less than the API waits', () => {
    expect(Timeout).toBeGreaterThan(20);
    expect(Timeout).toBeLessThan(30);
  });
});

it('the template takes secrets from Secrets Manager, never as a parameter', () => {
  for (const name of ['MONGODB_URI', 'API_KEYS']) {
    const value = new RegExp(`^ {10}${name}:(.*\n(?: {12,}.*\n)*)`, 'm').exec(template)?.[1];
    expect(value).toContain(`{{resolve:secretsmanager:\${SecretName}:SecretString:${name}:`);
  }
  expect(template).not.toContain('mongodb://');
  expect(template).not.toContain('mongodb+srv://');
});

it('the access log has no address, no path and nothing else that identifies a person', () => {
  const { Format } = resources.Api.Properties.AccessLogSettings;
  const harmless = [
    ...['requestTime', 'requestId', 'httpMethod', 'status', 'responseLatency'],
    ...['error.responseType', 'integrationErrorMessage'],
  ].map((name) => `$context.${name}`);
  const logged: string[] = Object.values(JSON.parse(Format));
  expect(logged).toContain('$context.status');
  expect(logged.filter((value) => !harmless.includes(value))).toEqual([]);
});

describe('the alarms', () => {
  const alarms = ofType('AWS::CloudWatch::Alarm');

  it('watch metrics that an HTTP API and a function have', () => {
    const watched = alarms.map(([, { Namespace, MetricName, Dimensions }]) => [
      Namespace,
      MetricName,
      Dimensions,
    ]);
    expect(watched).toEqual([
      ['AWS/ApiGateway', '5xx', [{ Name: 'ApiId', Value: 'Api' }]], // a REST API has 5XXError
      ['AWS/Lambda', 'Errors', [{ Name: 'FunctionName', Value: 'Function' }]],
      ['AWS/Lambda', 'Throttles', [{ Name: 'FunctionName', Value: 'Function' }]],
    ]);
  });

  it.each(alarms)('%s counts every single failure, notifies, and ends by itself', (_name, properties) => {
    expect(properties).toMatchObject({
      Statistic: 'Sum',
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      AlarmActions: ['Alarms'],
      OKActions: ['Alarms'],
    });
  });

  it('are mailed to the address that was given', () => {
    expect(ofType('AWS::SNS::Subscription').map(([, properties]) => properties)).toEqual([
      { TopicArn: 'Alarms', Protocol: 'email', Endpoint: 'AlarmEmail' },
    ]);
  });
});
