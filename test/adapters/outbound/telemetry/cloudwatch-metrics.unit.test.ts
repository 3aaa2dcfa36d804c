import { expect, it } from 'vitest';
import { CloudWatchMetrics } from '../../../../src/adapters/outbound/telemetry/cloudwatch-metrics.ts';
import { Metrics } from '../../../../src/adapters/outbound/telemetry/metrics.ts';

const served = {
  ...{ requestId: 'r1', traceparent: undefined, operation: 'createLead', status: 200, duration: 12.5 },
  ...{ vendorId: 'ven_1', keyId: 'key_1', leadId: 'lead-1', replayed: undefined, refusal: undefined },
  ...{ problems: undefined },
};

interface Directive {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string; Unit: string }[];
}

/** What CloudWatch makes of the lines: each metric with its dimensions and value, as its format says. */
function metricsOf(lines: readonly string[]) {
  return lines.flatMap((line) => {
    expect(line).toMatch(/^\{.*\}\n$/);
    const { _aws, ...fields } = JSON.parse(line);
    expect(Math.abs(_aws.Timestamp - Date.now())).toBeLessThan(10_000);
    return _aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics: named }: Directive) =>
      named.flatMap(({ Name, Unit }) =>
        Dimensions.map((names) => [
          ...[Namespace, Name, Unit, fields[Name]],
          Object.fromEntries(names.map((name) => [name, fields[name]])),
        ]),
      ),
    );
  });
}

it('writes one line for each request, with the metrics that Prometheus would count, and nothing that was sent', () => {
  const lines: string[] = [];
  const { journal, delivered } = new CloudWatchMetrics('leads', (line) => void lines.push(line));
  journal.served(served);
  expect(lines).toHaveLength(1);
  journal.served({
    ...served,
    status: 400,
    refusal: 'invalid-lead',
    externalId: 'A-1',
    problems: ['phone x'],
  });
  expect(lines).toHaveLength(2);
  journal.fault(new Error('Ada'), 'r1');
  journal.warn('a warning');
  delivered('given-up');
  const ok = { operation: 'createLead', status: '200' };
  const time = [
    'leads',
    'leads_http_request_duration_seconds',
    'Seconds',
    0.0125,
    { operation: 'createLead' },
  ];
  expect(metricsOf(lines)).toEqual([
    ['leads', 'leads_http_requests_total', 'Count', 1, ok],
    time,
    ['leads', 'leads_http_requests_total', 'Count', 1, { ...ok, status: '400' }],
    time,
    ['leads', 'leads_http_refusals_total', 'Count', 1, { reason: 'invalid-lead' }],
    ['leads', 'leads_faults_total', 'Count', 1, {}],
    ['leads', 'leads_hook_deliveries_total', 'Count', 1, { outcome: 'given-up' }],
  ]);
  expect(lines.join('')).not.toMatch(/ven_1|key_1|lead-1|A-1|phone|Ada|r1/);

  const known = new Metrics('1').registry
    .getMetricsAsArray()
    .map((metric) => [metric.name, (metric as { labelNames?: string[] }).labelNames]);
  for (const [, name, , , dimensions] of metricsOf(lines))
    expect(known).toContainEqual([name, Object.keys(dimensions)]);
});
