import { buffer } from 'node:stream/consumers';
import { optional, text, timeFrom } from '../presentation/fields.ts';
import { heldColumns, otherwiseColumns, sentFile } from '../presentation/held-views.ts';
import { countOf } from '../presentation/lead-words.ts';
import { addSource, freshSourceText, sourceFields } from '../presentation/operations/source-operations.ts';
import type { FreshSource, HeldWhole } from '../presentation/shapes/source-shapes.ts';
import { placesOf, sourceColumns, TEST_WORDS, triedView } from '../presentation/source-views.ts';
import type { Calendar } from '../presentation/values.ts';
import { atTerminal, commanded, tableOf } from './at-terminal.ts';
import { NotDone, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { kebab } from './field-options.ts';
import { counted } from './progress.ts';
import { table, terminalSafe } from './text.ts';

const lost = ({ source }: FreshSource): string =>
  `The secret could not be written out and cannot be shown again: get another with source rotate ${source}.`;

/** How commands for sources differ at a terminal from their operations. */
export const sourcesAtTerminal = {
  listSources: atTerminal({
    list: tableOf(
      sourceColumns,
      'sources',
      'There are no sources yet: open one with source add KIND --vendor VENDOR.',
    ),
  }),
  rotateSource: atTerminal({ secret: { field: 'secret', lost } }),
  listHeld: atTerminal({ list: tableOf(heldColumns, 'held', 'Nothing waits to be read.') }),
  showHeld: atTerminal<HeldWhole>({
    recorded: true,
    list: ({ wrong, text, readable = text, ...read }) =>
      terminalSafe(
        [...wrong.map((each) => `What is wrong: ${each}`), ...fieldLines(read), '', fileWords(readable)].join(
          '\n',
        ),
      ),
  }),
};

/** Fields by the names of the options of `held send`, with the places from which they were read, or what is wrong. */
function fieldLines({
  fields,
  readFrom,
  faults,
}: Pick<ReturnType<typeof triedView>, 'fields' | 'readFrom' | 'faults'>) {
  const { leadNotes, ...others } = fields;
  const lines = Object.entries({ ...faults, ...others }).map(([name]) => {
    const place = placesOf(readFrom, name);
    const said = [others[name], place && `← ${place}`, faults[name] && `(${faults[name]})`];
    return `${kebab(name)}: ${said.filter(Boolean).join(' ')}`;
  });
  const notes = placesOf(readFrom, 'leadNotes');
  return [
    ...lines,
    ...(leadNotes === undefined ? [] : [`lead-notes: ${leadNotes.replaceAll('\n', '\n  ')}`]),
    ...(notes ? [`In the notes: ${notes}`] : []),
  ];
}

/** A text for people, or words on the file that stands in its place. */
function fileWords(text: string): string {
  const file = sentFile(text);
  return file ? `A file: ${file.type}, ${file.bytes} bytes. With --json it is printed as a data URL.` : text;
}

const triedText = ({ lead, test, wrong, ...read }: ReturnType<typeof triedView>): string =>
  [
    lead ? 'A lead:' : `No lead: ${wrong.join('; ')}`,
    ...(test ? [TEST_WORDS] : []),
    ...fieldLines(read),
  ].join('\n');

/** Commands for sources whose arguments differ from those of an operation. */
export const sourceCommands = [
  commanded({
    method: 'POST',
    summary: 'Open a source: leads that come in another form',
    body: { ...sourceFields, vendor: text('Whose leads they are: id or exact name.') },
    command: {
      words: 'source add <kind>',
      options: { origins: { '--origin <url>': true }, fields: { '--field <name=field>': true } },
      examples: [
        'source add adf --vendor "Blue Motors"',
        'source add google --vendor "Blue Motors" --deal-type sales',
        'source add form --vendor "Blue Motors" --origin https://www.example.com --field your-email=email',
        'source add json --vendor "Blue Motors" --signed typeform',
      ],
    },
    run: (call) => addSource(call, call.body.vendor),
    secret: { field: 'secret', lost },
    said: freshSourceText,
  }),
  commanded({
    method: 'GET',
    summary: 'Read from standard input what a source would send, and keep nothing',
    body: { source: text('The source.') },
    command: { words: 'source try <source>', examples: ['source try src_… < lead.xml'] },
    async act({ read, json, operator }, context) {
      const { source: sourceId } = read().body;
      const tried = await (await operator()).trySource({ sourceId, text: await buffer(context.stdin) });
      const leads = tried.map(triedView);
      if (json) await printJson(context, { leads });
      else for (const each of leads) await print(context, terminalSafe(triedText(each)));
      if (leads.some(({ lead }) => !lead)) throw new NotDone('It would be held for a person.');
    },
  }),
];

/** Reads again what came, and shows a table of what this version reads otherwise. */
export const readAgainCommand = commanded({
  method: 'POST',
  summary:
    'Read again what came from a source, and show what this version reads otherwise; with --yes, note it on the leads',
  query: (calendar: Calendar) => ({
    source: text('The source.'),
    ...optional({ since: timeFrom('What came since this day or time, or 2h.', calendar) }),
  }),
  command: {
    words: 'source read-again <source>',
    examples: ['source read-again src_… --since 2026-11-01', 'source read-again src_… --yes'],
  },
  options: (command) => command.option('--yes', 'add a note to each of these leads, and change nothing else'),
  async act({ command, read, json, operator }, context) {
    const { source: sourceId, since } = read().query;
    const { yes: note = false } = command.opts<{ readonly yes?: boolean }>();
    const { readAgain } = await operator();
    const order = { sourceId, since, note };
    const { looked, otherwise } = await context.uninterrupted(() =>
      counted(context, 'read', (progress) => readAgain({ ...order, progress })),
    );
    if (json) return printJson(context, { looked, otherwise });
    if (otherwise.length > 0) await print(context, table(otherwiseColumns, otherwise, context));
    const words =
      otherwise.length === 0 ? 'nothing is read otherwise' : `${countOf(otherwise.length)} read otherwise`;
    await print(context, `Of ${looked} that came, ${words}.`);
    if (otherwise.some(({ noted }) => !noted))
      remark(context, 'Nothing was changed: with --yes, each gets a note.');
  },
});

/** The most bytes of a mail that are read: mail servers take some ten to fifty million. */
const LONGEST_MAIL = 64 * 1024 * 1024;

/** The first bytes of a stream, which is read to its end: a mail server that cannot write on returns the mail. */
async function firstBytes(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (length < most) chunks.push(chunk.subarray(0, most - length));
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** Reads a message from a mail server's pipe. `exitCodeOf` says what the mail server is told. */
export const receiveCommand = commanded({
  method: 'POST',
  summary: 'Take a message of a source from standard input, as a mail server hands it on',
  body: { source: text('The source: of the kind adf.') },
  command: { words: 'receive <source>', examples: ['receive src_… < message.eml'] },
  async act({ read, json }, context) {
    const { source } = read().body;
    if (source.trim() === '') throw new WrongUsage('Name the source: what the mail server passed is empty.');
    const message = await firstBytes(context.stdin, LONGEST_MAIL);
    const received = await context.uninterrupted(async () => (await context.receive())(source, message));
    if (json) await printJson(context, { received });
  },
});
