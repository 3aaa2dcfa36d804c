import { readFileSync } from 'node:fs';

export type Way = 'systemd' | 'Compose';

const page = readFileSync('docs/one-machine.md', 'utf8');

/** What the page has somebody type who goes one of its two ways, in its order, each line or here-document by itself. */
export function typed(way: Way): string[] {
  const blocks: string[] = [];
  let of: Way | undefined;
  for (const paragraph of page.split(/\n{2,}/)) {
    const begun = /(?:^## |\b)With (systemd|Compose)(?:$|:$)/.exec(paragraph)?.[1] as Way | undefined;
    if (paragraph.startsWith('## ')) of = begun;
    else if (begun) of = begun;
    else if (paragraph.startsWith('    ') && (of ?? way) === way)
      blocks.push(paragraph.replace(/^ {4}/gm, ''));
  }
  return commandsIn(blocks.join('\n'))
    .filter((command) => !ofOther[way].test(command))
    .map((command) => (way === 'Compose' ? command.replace(...inCompose) : command));
}

/** The commands of a script: a line, lines joined by a backslash at their end, or a here-document. */
const commandsIn = (script: string): string[] =>
  script.match(/^.*<<'END'\n(?:.*\n)*?END$|^(?:.*\\\n)*.*$/gm) ?? [];

/** Lines for both ways have the one's words. */
const ofOther: Readonly<Record<Way, RegExp>> = { systemd: /^docker /, Compose: /^journalctl / };
const inCompose = [/^systemctl (stop|start) partner-lead-service$/, 'docker compose $1 service'] as const;

/** Commands within the text. */
export const mentioned: readonly string[] = [
  ...page.replace(/^ {4}.*$/gm, '').matchAll(/`((?:leads|curl|journalctl|systemctl|docker) [^`]+)`/g),
].map(([, command = '']) => command);
