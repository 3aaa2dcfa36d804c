import * as v from 'valibot';
import { baseUrlRule, isBaseUrl } from '../adapters/inbound/http/openapi/base-urls.ts';
import { MalformedStaticKeys, StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
import { parseNetwork } from '../operators/adapters/outbound/webhooks/network.ts';
import { DAY_MS } from '../operators/domain/day.ts';
import { parseDuration } from '../operators/domain/duration.ts';
import { MalformedHours, parseWeekHours } from '../operators/domain/work/desk-hours.ts';
import { type DeskRole, deskRoles } from '../operators/domain/work/desk-role.ts';
import { parseLostReasons } from '../operators/domain/work/lost-reason.ts';
import { isDay } from '../operators/domain/written-time.ts';
import { NoPlace, zoneOfSetting } from './zone-setting.ts';

/** The values that settings can have, and how their texts are read. */

export function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, rule),
    v.transform(Number),
    v.minValue(min, rule),
    v.maxValue(max, rule),
  );
}

export const baseUrl = v.pipe(v.string(), v.check(isBaseUrl, baseUrlRule));

const webAddressRule =
  'must be a valid URL that begins with https:// or http:// and has no user name, ? or #';

export const webAddress = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:\/\/[^?#@]+$/.test(text), webAddressRule),
);

/** A host's address, which ends in a slash. */
export const origin = v.pipe(
  webAddress,
  v.transform((text) => (URL.canParse(text) ? new URL(text).href : text)),
  v.check((text) => !/[^/:]\/./.test(text), 'must be a host alone, without a path'),
);

/** A text that `parse` reads. `ruleOf`: the message for a text that it cannot read. */
const parsed = <T>(parse: (text: string) => T | undefined, ruleOf: string | ((error: unknown) => string)) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      let why: unknown;
      try {
        const value = parse(dataset.value);
        if (value !== undefined) return value;
      } catch (error) {
        why = error;
      }
      addIssue({ message: typeof ruleOf === 'string' ? ruleOf : ruleOf(why) });
      return NEVER;
    }),
  );

const malformed = (known: new (...args: never[]) => Error) => (error: unknown) => {
  if (error instanceof known) return `is malformed: ${error.message}`;
  throw error;
};

export const staticKeys = parsed(StaticKeys.parse, malformed(MalformedStaticKeys));

export const networks = parsed(
  (text) => text.split(',').map(parseNetwork),
  'must be networks such as 10.1.0.0/16, separated by commas',
);

const scopeRule = 'must be words with spaces between, openid among them';

export const scope = v.pipe(
  v.string(),
  v.regex(/^[!#-[\]-~]+( +[!#-[\]-~]+)*$/, scopeRule), // RFC 6749, 3.3
  v.check((text) => text.split(/ +/).includes('openid'), scopeRule),
);

/** The provider's words for roles, each with our role. */
export const roleWords = parsed((text) => {
  const given = text.startsWith('{') ? Object.entries(JSON.parse(text)) : text.split(',').map(wordAndRole);
  if (given.length === 0) throw new SyntaxError('no word');
  return given.map(roleWord);
}, 'must look like leads-sales=sales,leads-admins=admin, or, for words with a comma or =, like {"cn=sales,ou=groups": "sales"}; roles are viewer, sales, admin');

const wordAndRole = (entry: string): string[] => entry.split('=').map((part) => part.trim());

/** Checks a word and its role. Throws for `ou=groups=admin`, in which nobody could tell the word. */
function roleWord([word, given, ...more]: readonly unknown[]): readonly [string, DeskRole] {
  const role = deskRoles.find((each) => each === given);
  if (typeof word !== 'string' || !word || !role || more.length > 0)
    throw new SyntaxError('not a word with a role');
  return [word, role];
}

export const lostReasons = parsed(
  parseLostReasons,
  'must look like price=Too expensive,!spam=Spam: codes of a-z, 0-9 and -, each once, with words of at most 60 characters',
);

export const hookKey = v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'));

/** A raw P-256 key of so many bytes. */
export const pushKey = (bytes: number) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      'must be as leads push keys prints it',
    ),
  );

export const pushSubject = v.pipe(
  v.string(),
  v.regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must begin with mailto: or https://'),
);

export const endpoint = v.pipe(
  v.string(),
  v.regex(/^(?:\[[\da-fA-F:]+\]|[^\s:[\]]+):\d{1,5}$/, 'must look like 127.0.0.1:8080'),
  v.transform((text) => {
    const { host = '', port } = /^\[?(?<host>.*?)\]?:(?<port>\d+)$/.exec(text)?.groups ?? {};
    return { host, port: Number(port) };
  }),
);

export const timeZone = parsed(zoneOfSetting, (error) => {
  if (error instanceof NoPlace) return error.message;
  throw error;
});

export const locale = v.pipe(v.string(), v.regex(/^en-[A-Z]{2}$/, 'must be English, such as en-US or en-GB'));

export const weekHours = parsed(parseWeekHours, malformed(MalformedHours));

export const daysOff = parsed((text) => {
  const days = text.split(',').map((day) => day.trim());
  return days.every(isDay) ? days : undefined;
}, 'must be days on the calendar, such as 2026-12-25,2027-01-01');

const LONGEST_GOAL_DAYS = 7;

export const answerWithin = parsed((text) => {
  const goal = parseDuration(text);
  return goal && goal <= LONGEST_GOAL_DAYS * DAY_MS ? goal : undefined;
}, `must look like 30m, 1h or 1d, up to ${LONGEST_GOAL_DAYS}d`);
