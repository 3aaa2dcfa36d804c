import type { Waits } from './burst.ts';

const PANEL = { width: 360, height: 200, gap: 70, top: 60, left: 50 };
const colours: Readonly<Record<string, string>> = {
  'node:http': '#8c8c8c',
  Fastify: '#c08a3e',
  'this service': '#2f6fb3',
};

/** The part of new connections that have their first answer, over time: a panel for each number of connections. */
export function burstPlot(waits: Waits, bursts: readonly number[]): string {
  const width = PANEL.left + bursts.length * (PANEL.width + PANEL.gap);
  const height = PANEL.top + PANEL.height + 50;
  const names = Object.keys(waits);
  const legend = names.map(
    (name, n) =>
      `<rect x="${PANEL.left + n * 140}" y="14" width="12" height="12" fill="${colours[name]}"/><text x="${PANEL.left + 18 + n * 140}" y="24">${name}</text>`,
  );
  const panels = bursts.map((count, n) => {
    const x = PANEL.left + n * (PANEL.width + PANEL.gap);
    return `<g transform="translate(${x} ${PANEL.top})">${panel(waits, names, count)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>How long new connections wait for their first answer, by server</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...legend,
    ...panels,
    '</svg>\n',
  ].join('\n');
}

function panel(waits: Waits, names: readonly string[], count: number): string {
  const all = (name: string): number[] => (waits[name]?.[count] ?? []).flat().toSorted((a, b) => a - b);
  const longest = Math.max(...names.map((name) => all(name).at(-1) ?? 0));
  const lines = names.map((name) => {
    const sorted = all(name);
    const points = sorted.map((wait, n) => {
      const [x, y] = [(wait / longest) * PANEL.width, PANEL.height * (1 - (n + 1) / sorted.length)];
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    return `<polyline points="0,${PANEL.height} ${points.join(' ')}" fill="none" stroke="${colours[name]}" stroke-width="2"/>`;
  });
  return [
    `<text y="-8" font-weight="bold">${count} new connections beside 64 busy ones</text>`,
    `<path d="M0 0V${PANEL.height}H${PANEL.width}" fill="none" stroke="#444"/>`,
    ...lines,
    '<text x="-6" y="8" text-anchor="end">all</text>',
    `<text x="-6" y="${PANEL.height / 2 + 4}" text-anchor="end">half</text>`,
    `<text x="0" y="${PANEL.height + 16}">0</text>`,
    `<text x="${PANEL.width}" y="${PANEL.height + 16}" text-anchor="end">${Math.round(longest)} ms</text>`,
  ].join('\n');
}
