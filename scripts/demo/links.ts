import type { DeskAccess } from '../../src/operators/application/desk/desk-access.ts';
import { deskRoles } from '../../src/operators/domain/work/desk-role.ts';
import { salespeople } from './words.ts';

/** How long each link lets somebody in, in milliseconds. */
const TERM = 12 * 3_600_000;

const people = { viewer: 'Vera Novak', sales: salespeople[0], admin: 'Lena Hart' } as const;

/** A link for each role, as lines to be printed. `url` is where the desk is, ending in a slash. */
export async function linkLines({ makeLink }: Pick<DeskAccess, 'makeLink'>, url: string): Promise<string> {
  const lines: string[] = [];
  for (const role of deskRoles) {
    const name = people[role];
    const { link } = await makeLink({ name, role, by: 'demo', term: TERM });
    lines.push(`  ${role.padEnd(8)}${url}link/${link}`);
  }
  return ['The desk as each role sees it, by links that work once, for twelve hours:', ...lines].join('\n');
}
