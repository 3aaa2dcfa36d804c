import { dayAfter, type TimeZone } from '#operators/domain/time-zone.ts';
import { momentWritten } from '#operators/domain/written-time.ts';
import { HOUR_MS, isUsual } from './days.ts';
import { InvalidValue } from './invalid-value.ts';
import { plainTime, withHours } from './plain-time.ts';
import { countOf, dayNamed, weekdayNamed } from './said-day.ts';
import { TIME, timeSaid } from './said-hour.ts';
import type { Calendar } from './values.ts';

/** The time of a follow-up for which only a day was given. */
export const USUAL_TIME = '09:00';

const SOON = /^(?:in )?(?<count>\d{1,4}|half an|an?) ?(?<unit>m|mins?|minutes?|h|hrs?|hours?)$/;
const forms = [
  new RegExp(`^${TIME}$`),
  new RegExp(`^(?<day>.+?)(?: |(?<=\\d)t)${TIME}$`),
  new RegExp(`^${TIME} (?:on )?(?<day>.+)$`),
];

const RULE =
  'Use tomorrow 10am, fri 3pm, in 3 days, 2h, 14:00, Dec 1, 2026-05-01 14:00, or a day alone, for nine o’clock.';

/** What people write that is not read, with the nearest that is. */
const nearest: readonly (readonly [RegExp, string])[] = [
  [/^\d{1,2}$/, 'tomorrow 9, 9:00, or 9 days'],
  [/past|quarter/, '4:30pm'],
  [/lunch/, '2pm'],
  [/midnight/, '23:30'],
  [/weekend/, 'sat 10am'],
  [/year/, 'Dec 1 2027'],
  [/^(?:now|soon|asap|later)$/, '30 min'],
];

/**
 * Reads when to turn to a customer, as people type it: in minutes or hours (`30 min`, `2h`), at a time today
 * (`14:00`, `2pm`, `noon`), or on a day, at nine or at a given time (`tomorrow 10`, `fri afternoon`). A day is a word,
 * the next weekday of a name (`fri`, which may be today if the time is still to come; `next fri`), in days, weeks or
 * months (`3d`, `in 2 weeks`, `1 month`) or a date (`2026-05-01`, `Dec 1`, `12/1` in the order of the business, else
 * with the month first). Names of months and weekdays are English, or of the business's locale. After nine, `today`
 * means an hour later. Also ISO 8601 with an offset. Times are by the clocks of the business. Throws InvalidValue.
 */
export const followUpTime =
  ({ clock, timeZone }: Calendar) =>
  (given: string): Date => {
    const now = clock();
    const text = withHours(plainTime(given), timeZone);
    const at = soon(text, now) ?? onCalendar(text, now, timeZone) ?? momentWritten(text);
    if (!at || !isUsual(at)) throw new InvalidValue(ruleFor(text));
    return text === 'today' && at <= now ? laterToday(now, timeZone) : at;
  };

function ruleFor(text: string): string {
  const [, example] = nearest.find(([pattern]) => pattern.test(text)) ?? [];
  return example === undefined ? RULE : `Write it as ${example}. ${RULE}`;
}

function soon(text: string, now: Date): Date | undefined {
  const { count, unit = '' } = SOON.exec(text)?.groups ?? {};
  if (count === undefined) return undefined;
  const many = count === 'half an' ? 0.5 : countOf(count);
  if (unit === 'm' && many <= 12)
    throw new InvalidValue(`Are ${many}m minutes or months? Write ${many} min, or ${many} months.`);
  return new Date(now.getTime() + many * (unit.startsWith('h') ? HOUR_MS : HOUR_MS / 60));
}

function onCalendar(text: string, now: Date, zone: TimeZone): Date | undefined {
  const today = zone.dayOf(now);
  const onDay = (named: string, time: string): Date | undefined => {
    const day = dayNamed(named, today, zone);
    const at = day === undefined ? undefined : zone.startOf(`${day} ${time}`);
    return at && at <= now && weekdayNamed(named, zone) ? zone.startOf(`${dayAfter(today, 7)} ${time}`) : at;
  };
  const whole = onDay(text, USUAL_TIME);
  if (whole) return whole;
  for (const form of forms) {
    const said = form.exec(text)?.groups;
    const { day = 'today' } = said ?? {};
    const time = said && dayNamed(day, today, zone) && timeSaid(said);
    if (!time) continue;
    const at = onDay(day, time);
    if (at && at <= now && (said.day === undefined || text === 'today night'))
      throw new InvalidValue(`Today that is past. Write tomorrow ${time}, or another time.`);
    return at;
  }
  return undefined;
}

/** The time in an hour or a little more, on a quarter of an hour. */
function laterToday(now: Date, zone: TimeZone): Date {
  const later = new Date(Math.ceil((now.getTime() + HOUR_MS) / QUARTER_MS) * QUARTER_MS);
  if (zone.dayOf(later) === zone.dayOf(now)) return later;
  throw new InvalidValue('Today is almost over: give a time, such as 23:30, or tomorrow.');
}

const QUARTER_MS = HOUR_MS / 4;
