import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type HttpErrorReason, wordings } from '../../src/adapters/inbound/http/http-error.ts';
import { makeOperations, type OperationPorts } from '../../src/adapters/inbound/http/operations.ts';
import { Metrics } from '../../src/adapters/outbound/telemetry/metrics.ts';
import type { StoreOutcome } from '../../src/adapters/outbound/telemetry/timed-store.ts';
import type { DeliveryOutcome } from '../../src/operators/application/events/try-delivery.ts';

const read = (name: string) => readFile(`deploy/observability/${name}`, 'utf8');

const { registry, watchDeliveries, watchBackup, watchRoom } = new Metrics('1.2.3');
watchDeliveries(async () => undefined);
watchBackup(async () => undefined);
watchRoom(async () => 0);
type Metric = ReturnType<typeof registry.getMetricsAsArray>[number] & { labelNames?: readonly string[] };
const metrics: readonly Metric[] = registry.getMetricsAsArray();

/** Those of other exporters that rules use, with their labels. */
const foreign = {
  mongodb_rs_members_optimeDate: ['set', 'member_idx', 'member_state'],
  node_filesystem_avail_bytes: ['fstype', 'mountpoint'],
  node_filesystem_size_bytes: ['fstype', 'mountpoint'],
  node_timex_offset_seconds: [],
};

/** The labels of each metric, by its name as it is stored: a histogram has three. */
const labelsOf = new Map<string, readonly string[]>([
  ...Object.entries(foreign),
  ...metrics.flatMap(({ name, type, labelNames = [] }) =>
    String(type) === 'histogram'
      ? ['_bucket', '_sum', '_count'].map((part) => [name + part, labelNames] as const)
      : [[name, labelNames] as const],
  ),
]);

/** Without `up`, which Prometheus itself provides. */
const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:leads|nodejs|process|mongodb|node)_\w+/g)].map(([name]) => name);

const selectorsIn = (expression: string) =>
  [...expression.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)].map(([, label = '', value = '']) => ({
    label,
    value,
  }));

const labelsIn = (expression: string): string[] => [
  ...selectorsIn(expression).map(({ label }) => label),
  ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
];

const { scrape_configs, rule_files } = parse(await read('prometheus.yml'));
const [{ job_name, static_configs }] = scrape_configs;

/** Values that the labels can have. */
const values: Readonly<Record<string, readonly string[]>> = {
  job: [job_name],
  operation: ['unknown', ...makeOperations({} as OperationPorts).map(({ name }) => name)],
  status: ['200', '400', '503'],
  reason: [
    'forbidden',
    'expired-key',
    'revoked-key',
    'too-many-requests',
    'unavailable',
  ] satisfies HttpErrorReason[],
  member_state: ['PRIMARY', 'SECONDARY'],
  fstype: ['tmpfs', 'overlay', 'squashfs'],
  outcome: [
    ...(['done', 'unavailable', 'failed'] satisfies StoreOutcome[]),
    ...(['delivered', 'failed', 'given-up'] satisfies DeliveryOutcome[]),
  ],
};

const balanced = (expression: string): boolean => {
  const depth = [...expression.replace(/"[^"]*"/g, '')].reduce(
    (open, sign) => (open < 0 ? open : open + Number('([{'.includes(sign)) - Number(')]}'.includes(sign))),
    0,
  );
  return depth === 0;
};

function expectToBeAnswered(expression: string): void {
  const names = namesIn(expression);
  if (!expression.includes('up{')) expect(names).not.toEqual([]);
  expect(names.filter((name) => !labelsOf.has(name))).toEqual([]);

  const labels = ['instance', 'job', 'le', ...names.flatMap((name) => labelsOf.get(name) ?? [])];
  expect(labelsIn(expression).filter((label) => !labels.includes(label))).toEqual([]);

  const impossible = selectorsIn(expression).filter(
    ({ label, value }) =>
      value !== '$instance' &&
      !value.split('|').every((each) => values[label]?.some((known) => new RegExp(`^${each}$`).test(known))),
  );
  expect(impossible).toEqual([]);
  expect(balanced(expression)).toBe(true);
}

describe('the alert rules', async () => {
  const { groups } = parse(await read('alerts.yml'));
  const rules: { alert: string; expr: string; labels: object; annotations: object }[] = groups.flatMap(
    (group: { rules: object[] }) => group.rules,
  );

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s uses only existing metrics, labels and values, and goes off above its threshold',
    (_name, { expr, annotations }) => {
      expectToBeAnswered(expr);
      expect(expr.trim()).toMatch(/ > [\d.]+$|^(up\{[^}]*\}) == 0 or absent\(\1\)$/);
      expect(annotations).toEqual({ summary: expect.any(String), description: expect.any(String) });
    },
  );

  it('see the first event that is given up: its count begins with 0', async () => {
    expect(await registry.metrics()).toContain('leads_hook_deliveries_total{outcome="given-up"} 0\n');
  });

  it('look back over several scrapes, which by default are a minute apart', () => {
    const windows = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\[([^\]]+)\]/g)].map(([, window]) => window),
    );
    expect(windows.length).toBeGreaterThan(5);
    for (const window of windows) expect(window).toMatch(/^(?:[5-9]|\d\d)m$|^\d+h$/);
  });

  it('each go off in some case that promtool is given', async () => {
    const { tests } = parse(await read('alerts.test.yml'));
    const samples: { labels: string }[] = tests
      .flatMap((each: { promql_expr_test: object[] }) => each.promql_expr_test)
      .flatMap((each: { exp_samples: object[] }) => each.exp_samples);
    const fired = samples.map(({ labels }) => /^\{alertname="(\w+)"\}$/.exec(labels)?.[1]);
    expect(new Set(fired)).toEqual(new Set(rules.map(({ alert }) => alert)));
  });

  it('are the ones that the Prometheus configuration names', () => {
    expect(rule_files).toEqual(['alerts.yml']);
  });
});

it('the documentation lists every reason to refuse a request, with its status', async () => {
  const [, section = ''] = (await readFile('docs/observe.md', 'utf8')).split('### Why a request was refused');
  const rows = [...section.matchAll(/^\| (`[^|]+`) \| ([\d, ]+) \|/gm)];
  const listed = rows.flatMap(([, names = '', statuses = '']) => {
    const each = statuses.split(', ');
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name], index) => [name, Number(each[index] ?? each[0])]);
  });
  const known = Object.entries(wordings).map(([reason, { status }]) => [reason, status]);
  expect(new Map(listed as [string, number][])).toEqual(new Map([['invalid-lead', 400], ...known] as never));
});

it('Prometheus scrapes the port that the documentation sets', async () => {
  const [, port] = /`METRICS_PORT=(\d+)` serves/.exec(await readFile('docs/observe.md', 'utf8')) ?? [];
  expect(static_configs).toEqual([{ targets: [`127.0.0.1:${port}`] }]);
});

describe('the dashboard', async () => {
  const { panels } = JSON.parse(await read('dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };

  it.each(panels.map((panel) => [panel.title, panel] as const))(
    '%s shows only existing metrics, labels and values',
    (_title, { targets }) => {
      for (const { expr } of targets) expectToBeAnswered(expr);
    },
  );

  it('shows every one of our own metrics', () => {
    const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))).join(' ');
    const own = metrics.map(({ name }) => name).filter((name) => name.startsWith('leads_'));
    expect(own.filter((name) => !shown.includes(name))).toEqual([]);
  });
});
