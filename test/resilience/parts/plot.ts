import type { Timeline } from './figures.ts';

const [width, height, left, bottom, top] = [960, 300, 60, 40, 30];

/** Acknowledgements per second over time, as an SVG picture with every kill marked. */
export function plot({ acknowledged, kills }: Timeline): string {
  const end = Math.max(...acknowledged.slice(-1), 1_000);
  const step = Math.max(250, end / 450);
  const perSecond = Array.from({ length: Math.ceil(end / step) + 1 }, () => 0);
  for (const at of acknowledged)
    perSecond[Math.floor(at / step)] = (perSecond[Math.floor(at / step)] ?? 0) + 1_000 / step;
  const most = Math.max(...perSecond);
  const x = (at: number): string => (left + (at / end) * (width - left - 10)).toFixed(1);
  const y = (value: number): string =>
    (height - bottom - (value / most) * (height - bottom - top)).toFixed(1);

  const line = perSecond.map((value, n) => `${x(Math.min(n * step, end))},${y(value)}`).join(' ');
  const marks = kills.map(({ at, what }) => {
    const colour = what === 'primary' ? '#c62828' : '#1565c0';
    return `<line x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${height - bottom}" stroke="${colour}" stroke-dasharray="4 3"/>`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
    `<text x="${x(part * end)}" y="${height - bottom + 16}" text-anchor="middle">${Math.round((part * end) / 1_000)} s</text>`,
    `<text x="${left - 6}" y="${y(part * most)}" text-anchor="end">${Math.round(part * most)}</text>`,
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>Leads acknowledged per second, with every kill marked</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${left}" y="18">acknowledged per second; <tspan fill="#c62828">primary killed</tspan>, <tspan fill="#1565c0">server killed</tspan></text>
${marks.join('\n')}
<polyline fill="none" stroke="#222" stroke-width="1" points="${line}"/>
${ticks.join('\n')}
</svg>
`;
}
