import { distinct, type Figure, places, type Row, typical } from './report.ts';

const WIDTH = 860;
const PANEL = { width: 380, height: 200, gap: 50, top: 60, left: 40 };
const colours = ['#8c8c8c', '#5f8f5f', '#c08a3e', '#2f6fb3', '#7fb2e5'];

/** Requests per second and processor time per request, for creating a lead on each store. */
export function comparisonPlot(rows: readonly Row[]): string {
  const created = rows.filter(({ operation }) => operation === 'create');
  const stores = distinct(created.map(({ store }) => store));
  const targets = distinct(created.map(({ target }) => target));
  const figures = [
    ['rate', 'requests per second'],
    ['cpu', 'µs of server CPU per request'],
  ] as const;
  const panels = stores.flatMap((store, line) =>
    figures.map(([figure, unit], column) => {
      const x = PANEL.left + column * (PANEL.width + PANEL.gap);
      const y = PANEL.top + line * (PANEL.height + 80);
      const title = `Create, ${places[store]}: ${unit}`;
      const own = created.filter((row) => row.store === store);
      return `<g transform="translate(${x} ${y})">${panel(title, own, targets, figure)}</g>`;
    }),
  );
  const height = PANEL.top + stores.length * (PANEL.height + 80);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>Requests per second and processor time per request, by server and connections</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...targets.map((target, index) => legend(target, index)),
    ...panels,
    '</svg>\n',
  ].join('\n');
}

const legend = (target: string, index: number): string =>
  `<rect x="${40 + index * 160}" y="14" width="12" height="12" fill="${colours[index]}"/><text x="${58 + index * 160}" y="24">${target}</text>`;

/** One group of bars for each number of connections, one bar in it for each server. */
function panel(title: string, rows: readonly Row[], all: readonly string[], figure: Figure): string {
  const groups = distinct(rows.map(({ connections }) => connections));
  const targets = all.filter((name) => rows.some(({ target }) => target === name));
  const heightOf = (connections: number, target: string): number =>
    typical(
      rows.filter((row) => row.connections === connections && row.target === target),
      figure,
    );
  const highest = Math.max(...groups.flatMap((count) => targets.map((target) => heightOf(count, target))));
  const groupWidth = PANEL.width / groups.length;
  const barWidth = (groupWidth - 24) / targets.length;
  const parts = [`<text y="-8" font-weight="bold">${title}</text>`];
  for (const [place, connections] of groups.entries()) {
    for (const [index, target] of targets.entries()) {
      const colour = colours[all.indexOf(target)];
      const value = heightOf(connections, target);
      const height = (value / highest) * (PANEL.height - 16);
      const x = place * groupWidth + 12 + index * barWidth;
      const y = PANEL.height - height;
      parts.push(
        `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${(barWidth - 2).toFixed(1)}" height="${height.toFixed(1)}" fill="${colour}"/>`,
        `<text x="${(x + barWidth / 2).toFixed(1)}" y="${(y - 3).toFixed(1)}" text-anchor="middle" font-size="9">${Math.round(value)}</text>`,
      );
    }
    const middle = place * groupWidth + groupWidth / 2;
    parts.push(
      `<text x="${middle}" y="${PANEL.height + 16}" text-anchor="middle">${connections} connection${connections === 1 ? '' : 's'}</text>`,
    );
  }
  parts.push(`<line x2="${PANEL.width}" y1="${PANEL.height}" y2="${PANEL.height}" stroke="#444"/>`);
  return parts.join('\n');
}
