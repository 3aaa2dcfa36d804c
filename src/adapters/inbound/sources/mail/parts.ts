import { fileName, type Head, LONGEST_HEAD, mainValueOf, parametersOf, readHead } from './header.ts';
import { decodedBody, unbroken } from './transfer-encoding.ts';

/** A mail: its head, and its parts in their order. */
export interface Message {
  readonly head: Head;
  readonly parts: readonly Part[];
}

/** A part of a mail that has no parts itself, or a mail within a mail. */
export interface Part {
  /** Its media type, in small letters. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** The name of the file, if it is one. */
  readonly name: string | undefined;
  readonly isAttached: boolean;
  /** Its bytes, decoded; none of photos, sounds and films. */
  readonly bytes: Buffer;
  /** Its bytes as they stand in the mail. */
  readonly body: Buffer;
  /** Whether its bytes stand for others: quoted-printable or base64. */
  readonly isEncoded: boolean;
  /** The mail, if it is one. */
  readonly message: Message | undefined;
}

/** The most parts of a mail: with photos, and signatures with pictures, it has some forty. */
const MOST_PARTS = 300;
/** The most lines that are looked at because they may begin a part. */
const MOST_MARKS = 3_000;
/** How deep mails are read that are attached to mails, and parts within `multipart` parts of one mail. */
const DEEPEST_MAIL = 5;
const DEEPEST_PART = 8;

/** What is left to be read of a mail, so that it costs little whatever it is. */
interface Budget {
  parts: number;
  marks: number;
}

/** Takes a mail apart, five mails deep; `undefined` if it has too many parts. */
export function readMessage(bytes: Uint8Array): Message | undefined {
  const budget: Budget = { parts: MOST_PARTS, marks: MOST_MARKS };
  const message = messageIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), budget, 0);
  return budget.parts < 0 || budget.marks < 0 ? undefined : message;
}

function messageIn(bytes: Buffer, budget: Budget, depth: number): Message {
  const begin = bytes.toString('latin1', 0, 99).search(/\S/); // some programs begin with a blank line
  const { head, body } = split(bytes.subarray(Math.max(begin, 0)));
  const whole = head.get('x-mailer')?.startsWith('MIME::Lite') ? unbroken(body) : body;
  return { head, parts: [...partsOf(head, whole, budget, { depth, within: 0 })] };
}

interface Place {
  /** The mails around this part. */
  readonly depth: number;
  /** The parts of the mail around this one. */
  readonly within: number;
  /** The type of a part that says none. */
  readonly usual?: string;
}

function* partsOf(
  head: Head,
  body: Buffer,
  budget: Budget,
  { depth, within, usual = '' }: Place,
): Iterable<Part> {
  const type = mainValueOf(head.get('content-type') ?? usual);
  const parameters = parametersOf(head.get('content-type') ?? '');
  const boundary = type.startsWith('multipart/') && within < DEEPEST_PART ? parameters.get('boundary') : '';
  const pieces = boundary ? piecesOf(body, boundary, budget) : [];
  const inside = type === 'multipart/digest' ? 'message/rfc822' : '';
  for (const piece of pieces) {
    const inner = split(piece);
    yield* partsOf(inner.head, inner.body, budget, { depth, within: within + 1, usual: inside });
  }
  if (pieces.length > 0) return;
  budget.parts -= 1;
  if (budget.parts < 0) return;
  const [encoding = ''] = /[\w-]+/.exec(mainValueOf(head.get('content-transfer-encoding') ?? '')) ?? [];
  const name = fileName(head);
  const bytes = MEDIA.test(type) ? Buffer.alloc(0) : decodedBody(body, encoding);
  const isMail = depth < DEEPEST_MAIL && isMailFile(type, name, bytes);
  yield {
    type,
    parameters,
    name,
    body,
    bytes,
    isAttached: name !== undefined || mainValueOf(head.get('content-disposition') ?? '') === 'attachment',
    isEncoded: encoding === 'base64' || encoding === 'quoted-printable',
    message: isMail ? messageIn(bytes, budget, depth + 1) : undefined,
  };
}

const MEDIA = /^(?:image|audio|video|font)\//;

/** Whether a part is a mail, by its type or its name: it begins with a field, one of no type with two. */
function isMailFile(type: string, name: string | undefined, bytes: Buffer): boolean {
  const isTold = type === 'message/rfc822' || type === 'message/global' || /\.eml$/i.test(name ?? '');
  if (!isTold && type !== 'application/octet-stream') return false;
  const [first, second] = bytes.toString('latin1', 0, 2_000).trimStart().split('\n', 2);
  return FIELD.test(first ?? '') && (isTold || FIELD.test(second ?? ''));
}

const FIELD = /^(?:>?From |[\w-]{1,99}:)/;

const [LINE_END, HYPHEN] = [0x0a, 0x2d];

/** Parts a head, and the blank line behind it, from the body. */
function split(bytes: Buffer): { readonly head: Head; readonly body: Buffer } {
  const { 0: blank = '', index = LONGEST_HEAD } =
    /(?:^|\n)\r?\n/.exec(bytes.toString('latin1', 0, LONGEST_HEAD)) ?? {};
  return { head: readHead(bytes.subarray(0, index)), body: bytes.subarray(index + blank.length) };
}

/** The pieces of a body between the lines that this boundary marks; none if there is no such line. */
function piecesOf(body: Buffer, boundary: string, budget: Budget): readonly Buffer[] {
  const mark = Buffer.from(`--${boundary}`);
  const pieces: Buffer[] = [];
  let begin = -1;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    budget.marks -= 1;
    if (budget.marks < 0) return [];
    const end = at === 0 || body[at - 1] === LINE_END ? lineEndAfter(body, at + mark.length) : undefined;
    if (!end) continue;
    if (begin >= 0) pieces.push(body.subarray(begin, Math.max(begin, at - 1)));
    begin = end.isLast ? -1 : end.next;
    if (end.isLast) break;
  }
  if (begin >= 0) pieces.push(body.subarray(begin));
  return pieces;
}

/** Where the line of a boundary ends, and whether it marks the last part; `undefined` if it goes on otherwise. */
function lineEndAfter(body: Buffer, from: number): { next: number; isLast: boolean } | undefined {
  const isLast = body[from] === HYPHEN && body[from + 1] === HYPHEN;
  const rest = /^[ \t\r]*(?:\n|$)/.exec(body.toString('latin1', isLast ? from + 2 : from, from + 99))?.[0];
  return rest === undefined ? undefined : { next: from + (isLast ? 2 : 0) + rest.length, isLast };
}
