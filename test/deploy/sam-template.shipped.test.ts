import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CloudWatchMetrics } from '../../src/adapters/outbound/telemetry/cloudwatch-metrics.ts';
import { settings } from '../../src/bootstrap/config.ts';
import { readConfig } from '../../src/bootstrap/read-config.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';

const template = readFileSync('deploy/sam/template.yaml', 'utf8');

/** CloudFormation's own tags are ignored: `!Ref Api` is read as `Api`. */
const { Parameters: parameters, Resources: resources } = parse(template, { logLevel: 'silent' });
const ofType = (type: string) =>
  Object.entries<{ Type: string; Properties: Record<string, unknown> }>(resources)
    .filter(([, { Type }]) => Type === type)
    .map(([name, { Properties }]) => [name, Properties] as const);

describe('the function', () => {
  const { CodeUri, Handler, Timeout, Environment } = resources.Function.Properties;

  it('is what the build writes', () => {
    const [module, name] = Handler.split('.');
    const folder = `bundleForLambda('${join('deploy/sam', CodeUri)}')`;
    expect(readFileSync('scripts/build.ts', 'utf8')).toContain(folder);
    expect(readFileSync('scripts/bundle-for-lambda.ts', 'utf8')).toContain(
      `entryPoints: { ${module}: entry }`,
    );
    expect(name).toBe('handler');
  });

  it('has no parameter that the page leaves out, and the page none that it lacks', () => {
    const page = readFileSync('docs/deploy-lambda.md', 'utf8');
    const rows = [...page.matchAll(/^\| (`[A-Z][a-z].*?) \|/gm)].map(([, names = '']) => names);
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.toSorted()).toEqual(Object.keys(parameters).sort());
  });

  it('has a deliverer of webhooks beside it, which is what the build writes', () => {
    const { CodeUri, Environment: own, Events } = resources.Deliverer.Properties;
    expect(readFileSync('scripts/build.ts', 'utf8')).toContain(
      `bundleForLambda('${join('deploy/sam', CodeUri)}'`,
    );
    const names = [
      ...[
        'ANSWER_WITHIN',
        'APP_ENV',
        'CLOUDWATCH_NAMESPACE',
        'DAYS_OFF',
        'DESK_HOURS',
        'DESK_URL',
        'HOOK_KEY',
      ],
      ...['HOOK_KEY_OLD', 'LOG_LEVEL', 'MONGODB_URI', 'TIME_ZONE'],
    ];
    expect(Object.keys(own.Variables).sort()).toEqual(names);
    expect(Events.EveryMinute.Properties.Schedule).toBe('rate(1 minute)');
  });

  it('gets every setting that matters on Lambda, and no other', () => {
    const ofServers = [
      'DATA_FILE',
      'PORT',
      'HOST',
      'AWS_LAMBDA_HTTP_ENDPOINT',
      'REQUEST_TIMEOUT_MS',
      'KEEP_ALIVE_TIMEOUT_MS',
      'SHUTDOWN_DELAY_MS',
      'METRICS_PORT',
      'METRICS_HOST',
      'TIME_ZONE',
      'LOCALE',
      'DAYS_OFF',
      'ANSWER_WITHIN',
      'LOST_REASONS',
      'QUIET_HOUR',
      'RETENTION_MONTHS',
      'SETTINGS_FROM',
    ];
    const ofDesks = Object.keys(settings).filter((name) => name.startsWith('DESK_'));
    const ofDeliverers = ['DELIVERIES', 'HOOK_ALLOW', 'PUSH_PRIVATE_KEY', 'PUSH_SUBJECT', 'PUSH_SHOWS'];
    const expected = Object.keys(settings).filter(
      (name) => ![...ofServers, ...ofDesks, ...ofDeliverers].includes(name),
    );
    expect(Object.keys(Environment.Variables).sort()).toEqual(expected.sort());
  });

  it.each([
    ['RateLimitPerMinute', 'RATE_LIMIT_PER_MINUTE', '600', ['10.5', '2000000', '-1']],
    ['SourceLimitPerMinute', 'SOURCE_LIMIT_PER_MINUTE', '600', ['10.5', '2000000', '-1']],
    ['SourceKeepDays', 'SOURCE_KEEP_DAYS', '365', ['366', '10.5', '-1']],
    ['PathPrefix', 'LAMBDA_PATH_PREFIX', '/shop', ['shop', '/shop/', '/a b']],
    [
      'PublicUrl',
      'PUBLIC_URL',
      'https://x.example.com/p/v1',
      ['https://a b/v1', 'https://x?y=/v1', 'https://v1', 'https://x:84430/v1', 'https://1.2.3.999/v1'],
    ],
    [
      'SandboxUrl',
      'SANDBOX_URL',
      'https://x.example.com:8443/v1',
      ['https://[x/v1', 'https://x/#/v1', 'x/v1', 'https://x:84430/v1', 'https://x.9/v1'],
    ],
  ])('refuses to deploy with a %s that it would not start with', async (parameter, setting, right, wrong) => {
    const allowed = new RegExp(`^(?:${parameters[parameter].AllowedPattern})$`);
    const starts = async (value: string) => {
      try {
        return (await readConfig({ [setting]: value }, storeBySettings.acceptsUri)) !== undefined;
      } catch {
        return false;
      }
    };
    expect([allowed.test(right), await starts(right)]).toEqual([true, true]);
    expect(wrong.filter((value) => allowed.test(value))).toEqual([]);
    expect(await Promise.all(wrong.map(starts))).toEqual(wrong.map(() => false));
  });

  it('may write its own log, and create network interfaces only in a VPC', () => {
    expect(resources.Function.Properties.Role).toBe('FunctionRole.Arn');
    const { ManagedPolicyArns, Policies } = resources.FunctionRole.Properties;
    expect(ManagedPolicyArns).toBeUndefined();
    const [{ PolicyDocument }, ...more] = Policies;
    const network = { Action: expect.arrayContaining(['ec2:CreateNetworkInterface']) };
    expect(PolicyDocument.Statement).toMatchObject([
      { Effect: 'Allow', Resource: 'FunctionLog.Arn' },
      ['IsInVpc', network, 'AWS::NoValue'],
    ]);
    expect(more).toEqual([]);
  });

  it('may run for longer than a store can hang, and for less than the API waits', () => {
    expect(Timeout).toBeGreaterThan(20);
    expect(Timeout).toBeLessThan(30);
  });
});

it('the template takes secrets from Secrets Manager, never as a parameter', () => {
  for (const name of ['MONGODB_URI', 'API_KEYS', 'HOOK_KEY', 'HOOK_KEY_OLD']) {
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
    ...['error.responseType', 'integrationErrorMessage', 'integration.requestId'],
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
      ['AWS::StackName', 'leads_faults_total', undefined],
      ['AWS::StackName', 'leads_http_request_duration_seconds', [{ Name: 'operation', Value: 'createLead' }]],
      ['AWS::StackName', 'leads_hook_deliveries_total', [{ Name: 'outcome', Value: 'given-up' }]],
      ['AWS/Lambda', 'Errors', [{ Name: 'FunctionName', Value: 'Function' }]],
      ['AWS/Lambda', 'Errors', [{ Name: 'FunctionName', Value: 'Deliverer' }]],
      ['AWS/Lambda', 'Throttles', [{ Name: 'FunctionName', Value: 'Function' }]],
    ]);
  });

  const failures = alarms.filter(([name]) => name !== 'LeadsSlow');

  it.each(failures)('%s counts every single failure, notifies, and ends by itself', (_name, properties) => {
    expect(properties).toMatchObject({
      Statistic: 'Sum',
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      AlarmActions: ['Alarms'],
      OKActions: ['Alarms'],
    });
  });

  it('watch what the functions write', () => {
    const written = new Set<string>();
    const { journal, delivered } = new CloudWatchMetrics('AWS::StackName', (line) => {
      const { _aws, ...fields } = JSON.parse(line);
      for (const { Namespace, Dimensions, Metrics } of _aws.CloudWatchMetrics)
        for (const { Name } of Metrics)
          for (const names of Dimensions)
            written.add(JSON.stringify([Namespace, Name, names.map((name: string) => [name, fields[name]])]));
    });
    const served = {
      requestId: 'r1',
      traceparent: undefined,
      operation: 'createLead',
      status: 200,
      duration: 1,
    };
    const unknown = { vendorId: undefined, keyId: undefined, leadId: undefined, replayed: undefined };
    journal.served({ ...served, ...unknown, refusal: undefined, problems: undefined });
    journal.fault(new Error('x'), 'r1');
    delivered('given-up');
    const own = alarms.filter(([, { Namespace }]) => Namespace === 'AWS::StackName');
    for (const [name, { Namespace, MetricName, Dimensions = [] }] of own) {
      const by = (Dimensions as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]);
      expect([...written], name).toContain(JSON.stringify([Namespace, MetricName, by]));
    }
    expect(own).toHaveLength(3);
    for (const { Properties } of [resources.Function, resources.Deliverer])
      expect(Properties.Environment.Variables.CLOUDWATCH_NAMESPACE).toBe('AWS::StackName');
  });

  it('are mailed to the address that was given', () => {
    expect(ofType('AWS::SNS::Subscription').map(([, properties]) => properties)).toEqual([
      { TopicArn: 'Alarms', Protocol: 'email', Endpoint: 'AlarmEmail' },
    ]);
  });
});
