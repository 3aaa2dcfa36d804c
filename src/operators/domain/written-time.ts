/** `24:00` is the beginning of the next day (ISO 8601-1:2019/Amd 1:2022). */
const TIME = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?|24:00(?::00(?:\.0{1,9})?)?/;
const ON_CLOCKS = new RegExp(`^(?<day>\\S{10})[T ](?<time>${TIME.source})$`, 'i');
const ANYWHERE = new RegExp(
  `^(?<day>[^T]{10})T(?<time>${TIME.source})(?<offset>Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$`,
  'i',
);

/** Whether a text is a calendar day from the year 1000 to 2999, such as `2026-11-25`. */
export const isDay = (text: string): boolean =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** Whether a text is a month, such as `2026-11`. */
export const isMonth = (text: string): boolean => /^[12]\d{3}-\d\d$/.test(text) && isDay(`${text}-01`);

/** Reads a time without a zone, such as `2026-11-25 14:30`; `undefined` for any other text. */
export function writtenTime(text: string): { readonly day: string; readonly time: string } | undefined {
  const { day = '', time = '' } = ON_CLOCKS.exec(text)?.groups ?? {};
  return isDay(day) ? { day, time } : undefined;
}

/**
 * Reads a time in ISO 8601 with an offset, with or without seconds: `2026-11-25T14:30:05-05:00`; also after another
 * program rewrote it. DuckDB 2.0.1 and pandas 3.1.1 write a blank for the `T`; DuckDB shortens the offset to `+00`,
 * polars 2.1.0 to `+0000`; Ruby 3.1 writes `UTC`, and a blank before it; SQL Server's `datetimeoffset` has a blank
 * before the offset, and seven digits of a second. `undefined` for any other text.
 */
export function momentWritten(text: string): Date | undefined {
  const plain = text
    .replace(/^(\S{10}) (?=\d)/, '$1T')
    .replace(/ ?UTC$/i, 'Z')
    .replace(/ ?([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  const { day = '', time, offset } = ANYWHERE.exec(plain)?.groups ?? {};
  return isDay(day) ? new Date(`${day}T${time}${offset?.toUpperCase()}`) : undefined;
}
