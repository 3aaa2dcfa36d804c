import { styleText } from 'node:util';
import type { Check } from './check.ts';
import type { Service } from './service.ts';

/** Formats text if the stream is a terminal that supports colours. */
const style = (format: Parameters<typeof styleText>[0], text: string) =>
  styleText(format, text, { stream: process.stdout });

/** Runs all checks one after the other, and writes each with its verdict. Resolves to whether none failed. */
export async function tickOff(
  service: Service,
  checks: readonly Check[],
  write: (line: string) => void,
): Promise<boolean> {
  const count = { passed: 0, failed: 0, unseen: 0 };
  let section = '';
  for (const check of checks) {
    if (check.section !== section) write(`\n${style('bold', check.section)}`);
    section = check.section;
    const { verdict, why } = await verdictOn(check, service);
    count[verdict] += 1;
    const tick = { passed: style('green', '✓'), failed: style('red', '✗'), unseen: style('dim', '·') }[
      verdict
    ];
    write(`  ${tick} ${check.row}${verdict === 'unseen' ? style('dim', ` (${why})`) : ''}`);
    if (verdict === 'failed') write(style('red', `      ${why}`));
  }
  const seen = `${count.passed} passed, ${count.failed} failed, ${count.unseen} could not be checked`;
  write(
    `\n${style(count.failed > 0 ? 'red' : 'green', seen)}. ${service.leadIds.size} test leads were accepted.`,
  );
  return count.failed === 0;
}

async function verdictOn({ judge }: Check, service: Service) {
  if (typeof judge === 'string') return { verdict: 'unseen', why: judge } as const;
  try {
    await judge(service);
    return { verdict: 'passed', why: '' } as const;
  } catch (error) {
    return { verdict: 'failed', why: reasonOf(error) } as const;
  }
}

/** An error in one line, with the system's error code if the connection broke. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: unknown; message?: unknown } };
  const [first = ''] = message.split('\n');
  const why = cause?.code ?? cause?.message;
  return why ? `${first} (${why})` : first;
}
