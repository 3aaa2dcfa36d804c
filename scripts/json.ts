import { jsonOfCommands } from '../test/support/json-of-commands.ts';
import { writeSection } from './section.ts';

/** Generates the table in docs/json.md from what the commands print. */

/** What a key's name does not say: of one command, or of all. */
const remarks: Readonly<Record<string, string>> = {
  'vendor list.keys': 'how many',
  'key issue.key': 'this once',
  'key rotate.key': 'this once',
  'key rotate.replaces': 'the old key’s id',
  'token issue.token': 'this once',
  'hook add.secret': 'this once',
  'hook rotate.secret': 'this once',
  'lead list.next': 'the cursor',
  'lead move.line': 'with `--csv`',
  'lead move.id': 'with `--csv`, as given',
  'lead move.refused': 'why',
  'lead assign.from': 'the one before',
  'lead erase.erased': 'false in a dry run',
  'contact edit.changed': 'the fields',
  'contact merge.leads': 'how many came',
  'contact merge.filled': 'the fields',
  'contact merge.merged': 'false in a dry run',
  'contact erase.leads': 'how many',
  leadsUnderOtherNames: 'how many came under another first name',
  'contact erase.erased': 'false in a dry run',
  'contact show.leads': 'the first 50',
  'lead show.deliveries': 'what webhooks were told in the last 30 days',
  'person hand-over.person': 'who left',
  'person hand-over.handedOver': 'how many leads',
  'person hand-over.refused': 'how many had another owner meanwhile',
  'person hand-over.ended': 'how many sessions and links',
  'report.winRate': '0 to 1',
  'report.within': 'ms',
  'report.median': 'ms',
  'report.p90': 'ms',
  'report.inTime': '0 to 1',
  'hook replay.replayed': 'how many',
  'desk end-sessions.ended': 'how many',
  already: 'if it was done before',
  present: 'only if operators mended what was sent',
  contactErased: 'when',
  duration: 'ms',
  elapsed: 'ms',
};

interface Shape {
  readonly keys: Map<string, Shape>;
  nullable: boolean;
}

const newShape = (): Shape => ({ keys: new Map(), nullable: false });

/** Adds a value's keys, in lists too, in the order in which they are first printed. */
function learn(shape: Shape, value: unknown): Shape {
  if (value === null) shape.nullable = true;
  else if (Array.isArray(value)) for (const item of value) learn(shape, item);
  else if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value))
      shape.keys.set(key, learn(shape.keys.get(key) ?? newShape(), inner));
  return shape;
}

function told({ keys }: Shape, command: string): string {
  const all = [...keys].map(([key, inner]) => {
    const remark = remarks[`${command}.${key}`] ?? remarks[key];
    const within = [remark, inner.nullable && 'or null'].filter(Boolean).join(', ');
    const parts = [within, inner.keys.size > 0 && told(inner, command)].filter(Boolean);
    return `\`${key}\`${parts.length > 0 ? ` (${parts.join(': ')})` : ''}`;
  });
  return all.join(', ');
}

export async function jsonTable(): Promise<string> {
  const rows = [...(await jsonOfCommands())].map(([command, printed]) => {
    return `| \`${command}\` | ${told(learn(newShape(), printed), command)} |`;
  });
  return ['| Command | Keys |', '|---|---|', ...rows].join('\n');
}

if (import.meta.main) writeSection('docs/json.md', 'commands', await jsonTable());
