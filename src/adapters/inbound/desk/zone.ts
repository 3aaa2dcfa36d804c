import type { DeskContext } from './desk-state.ts';

/** The time zone of whoever looks, which the script tells in a cookie; without the script, UTC. */
export function zoneOf({ cookies }: Pick<DeskContext, 'cookies'>): string {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone: decodeURIComponent(cookies.get('zone') ?? 'UTC'),
    }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
