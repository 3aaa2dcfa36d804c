import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * `node scripts/zones.ts` writes src/bootstrap/zone-news.ts: where the newest zone data, of tzdata on PyPI, has other clocks
 * than the oldest Node that this runs on, by days. With `--check` it says whether the file is so.
 */

/** IANA 2026f. */
const NEWEST = '2026.6';
/** Brings zone data 2025b; those of a newer Node differ in fewer places. */
const OLDEST_NODE = '22.18.0';
const FIRST = Date.UTC(2026, 6);
const LAST = Date.UTC(2029, 0);
const DAY = 86_400_000;
const FILE = 'src/bootstrap/zone-news.ts';

/** What the clocks of each zone show at noon UTC of each day, as `-05:00`, by the newest data. */
const inPython = `
import datetime, json, sys, zoneinfo
first, last, day = (int(each) for each in sys.argv[1:])
found = {}
for name in sorted(zoneinfo.available_timezones()):
    if '/' in name and not name.startswith('Etc/'):
        zone = zoneinfo.ZoneInfo(name)
        at = lambda moment: datetime.datetime.fromtimestamp(moment / 1000, zone).strftime('%z')
        found[name] = [at(moment)[:3] + ':' + at(moment)[3:5] for moment in range(first + day // 2, last, day)]
import tzdata
print(json.dumps({'version': tzdata.IANA_VERSION, 'zones': found}))
`;

const inOldNode = `
const { names, first, last, day } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const found = {};
for (const name of names) {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    const offset = (at) => format.format(at).match(/GMT(.*)$/)[1] || '+00:00';
    found[name] = [];
    for (let at = first + day / 2; at < last; at += day) found[name].push(offset(at));
  } catch {}
}
console.log(JSON.stringify(found));
`;

function outputOf(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout } = spawnSync(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 1e9,
    ...options,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
  return stdout;
}

const programs = outputOf('.ci/python-tool', ['tzdata', NEWEST]).trim();
const env = { ...process.env, PYTHONTZPATH: '' }; // the package alone, not what the machine has
const numbers = [FIRST, LAST, DAY].map(String);
const newest: { version: string; zones: Record<string, string[]> } = JSON.parse(
  outputOf(`${programs}/python`, ['-c', inPython, ...numbers], { env }),
);
const input = JSON.stringify({ names: Object.keys(newest.zones), first: FIRST, last: LAST, day: DAY });
const node = ['exec', '--yes', `--package=node@${OLDEST_NODE}`, '--', 'node', '-e', inOldNode];
const oldest: Record<string, string[]> = JSON.parse(outputOf('npm', node, { input }));

/** Spans of days, the last one not included, in which the newest data says otherwise. */
function differences(now: readonly string[], before: readonly string[]): string[][] {
  const spans: string[][] = [];
  for (const [at, offset] of now.entries()) {
    const [from, until] = [at, at + 1].map((days) => new Date(FIRST + days * DAY).toISOString().slice(0, 10));
    const last = spans.at(-1);
    if (offset === before[at]) continue;
    if (last?.[1] === from && last?.[2] === offset) last[1] = until ?? '';
    else spans.push([from ?? '', until ?? '', offset]);
  }
  return spans;
}

const news = Object.entries(newest.zones).flatMap(([name, offsets]) => {
  const spans = differences(offsets, oldest[name] ?? offsets);
  return spans.length > 0 ? [[name, spans] as const] : [];
});
const rows = news.map(([name, spans]) => `  '${name}': ${JSON.stringify(spans).replaceAll('"', "'")},`);
const text = `/** Made by scripts/zones.ts of tzdata ${NEWEST} on PyPI, against Node ${OLDEST_NODE}. */

export const newestZoneData = '${newest.version}';

/** What the clocks of these zones show from a day to another, the last one not included. */
export const zoneNews: Readonly<Record<string, readonly (readonly [from: string, until: string, offset: string])[]>> = {
${rows.join('\n')}
};
`;

if (process.argv.includes('--check')) {
  const plain = (source: string) => source.replaceAll(/[\s,]+/g, '');
  if (plain(readFileSync(FILE, 'utf8')) !== plain(text)) throw new Error(`${FILE} is not what this makes.`);
} else {
  writeFileSync(FILE, text);
  outputOf('npx', ['biome', 'check', '--write', FILE]);
}
