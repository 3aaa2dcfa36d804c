/** A command of a documented session, and what it prints. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

/** The steps of all `console` blocks of a Markdown text: `$` begins a command, `>` continues it. */
export function sessionOf(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```console\n(.*?)^```/gms)].map(([, block]) => block ?? '');
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const lines = step.split('\n');
        const end = lines.findIndex((line, n) => n > 0 && !line.startsWith('> '));
        const command = lines.slice(0, end).map((line, n) => (n > 0 ? line.slice(2) : line));
        return { command: command.join('\n'), output: lines.slice(end).join('\n').trim() };
      }),
  );
}

/** The text with placeholders for what differs from one run to the next. */
export const withoutChance = (text: string): string =>
  text
    .replace(/\b(ven|key|hook)_[0-9A-Za-z]{14}\b/g, '$1_…')
    .replace(/\blead_(live|test)_[0-9A-Za-z]{4,39}\b/g, 'lead_$1_…')
    .replace(/\b(?!0{8}-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID')
    .replace(/\b[0-9a-f]{24}\b/g, 'ID')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME')
    .replace(/\bevt_[0-9a-f-]{36}_status_[0-9a-z.]+/g, 'evt_UUID_status_T')
    .replace(/\b\d+ ms\b/g, 'N ms')
    .replace(/\bUnanswered for \d+ (s|min)\b/g, 'Unanswered')
    .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'TIME');
