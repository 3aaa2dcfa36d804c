import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Metrics } from '../../src/adapters/outbound/telemetry/metrics.ts';

const read = (name: string) => readFile(`deploy/observability/${name}`, 'utf8');

/** Names as they are stored: a histogram has three. */
async function storedNames(): Promise<Set<string>> {
  const metrics = await new Metrics().registry.getMetricsAsJSON();
  return new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
}

/** Without `up`, which Prometheus itself provides. */
const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:leads|nodejs|process)_\w+/g)].map(([name]) => name);

const balanced = (expression: string): boolean => {
  const depth = [...expression.replace(/"[^"]*"/g, '')].reduce(
    (open, sign) => (open < 0 ? open : open + Number('([{'.includes(sign)) - Number(')]}'.includes(sign))),
    0,
  );
  return depth === 0;
};

describe('the alert rules', async () => {
  const { groups } = parse(await read('alerts.yml'));
  const rules: { alert: string; expr: string; labels: object; annotations: { summary: string } }[] =
    groups.flatMap((group: { rules: object[] }) => group.rules);

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s uses only existing metrics',
    async (_name, rule) => {
      const names = namesIn(rule.expr);
      const known = await storedNames();
      expect(names.filter((name) => !known.has(name))).toEqual([]);
      if (!rule.expr.startsWith('up{')) expect(names).not.toEqual([]);
      expect(balanced(rule.expr)).toBe(true);
      expect(rule.annotations.summary).toBeTruthy();
    },
  );

  it('are the ones that the Prometheus configuration names', async () => {
    const { rule_files, scrape_configs } = parse(await read('prometheus.yml'));
    expect(rule_files).toEqual(['alerts.yml']);
    expect(scrape_configs[0].job_name).toBe('partner-lead-service');
  });
});

describe('the dashboard', async () => {
  const { panels } = JSON.parse(await read('dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };

  it.each(panels.map((panel) => [panel.title, panel] as const))(
    '%s shows only existing metrics',
    async (_title, panel) => {
      const known = await storedNames();
      for (const { expr } of panel.targets) {
        const names = namesIn(expr);
        expect(names.filter((name) => !known.has(name))).toEqual([]);
        if (!expr.includes('up{')) expect(names).not.toEqual([]);
        expect(balanced(expr)).toBe(true);
      }
    },
  );

  it('shows every one of our own metrics', async () => {
    const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))).join(' ');
    const own = (await new Metrics().registry.getMetricsAsJSON()).filter(({ name }) =>
      name.startsWith('leads_'),
    );
    expect(own.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  });
});
