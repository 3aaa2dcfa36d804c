const [TAB, LINE_END, CARRIAGE_RETURN, BLANK, EQUALS] = [0x09, 0x0a, 0x0d, 0x20, 0x3d];

/** The bytes that a part of a mail stands for: those of its Content-Transfer-Encoding, also if it is not declared. */
export function decodedBody(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return bytesOfBase64(body);
  if (encoding === 'quoted-printable' || isQuotedPrintable(body)) return bytesOfQuotedPrintable(body);
  return rejoined(body);
}

/** The most pieces of base64 that are padded: some programs pad each line. */
const MOST_PADDED = 10_000;

/** Decodes base64 in lines of any length, also where each is padded. */
export function bytesOfBase64(body: Buffer): Buffer {
  const pieces = body.toString('latin1').split(/=+\s*/, MOST_PADDED);
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
}

/** The values of hexadecimal digits, by their codes. */
const HEX = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? -1 : value;
});
const hexAt = (body: Buffer, at: number): number => HEX[body[at] ?? 0] ?? -1;

/** Decodes quoted-printable. An `=` that neither two hexadecimal digits nor the end of its line follow stays as it is. */
export function bytesOfQuotedPrintable(body: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(body.length);
  let end = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte !== EQUALS) {
      bytes[end++] = byte;
      continue;
    }
    const [high, low] = [hexAt(body, at + 1), hexAt(body, at + 2)];
    if (high >= 0 && low >= 0) {
      bytes[end++] = 16 * high + low;
      at += 2;
    } else {
      const softly = softEnd(body, at + 1);
      if (softly > 0) at = softly;
      else bytes[end++] = byte;
    }
  }
  return bytes.subarray(0, end);
}

/** Where a line ends that goes on in the next; 0 if it does not end here. Some relays leave blanks before the end. */
function softEnd(body: Buffer, from: number): number {
  for (let at = from; at < from + 9; at += 1) {
    if (body[at] === LINE_END) return at;
    if (body[at] !== BLANK && body[at] !== TAB && body[at] !== CARRIAGE_RETURN) return 0;
  }
  return 0;
}

/** Whether this is quoted-printable that nobody declared: all quotation marks of XML's attributes are written so. */
function isQuotedPrintable(body: Buffer): boolean {
  const text = body.toString('latin1');
  return /=3D["']/.test(text) && !/[^D]=["']/.test(text);
}

/** The most bytes of a line that go by SMTP. */
const LONGEST_LINE = 998;

/** Joins the lines that a relay cut: Postfix goes on after 998 bytes in the next line, behind a blank. */
function rejoined(body: Buffer): Buffer {
  const text = body.toString('latin1');
  const pieces: string[] = [];
  let from = 0;
  for (let end = text.indexOf('\n '); end >= 0; end = text.indexOf('\n ', end + 1)) {
    const last = text[end - 1] === '\r' ? end - 1 : end;
    const start = last - LONGEST_LINE;
    if (start !== from && text[start - 1] !== '\n') continue; // the blank may count, or not
    if (start < from - 1 || text.slice(start, last).includes('\n')) continue;
    pieces.push(text.slice(from, last));
    from = end + 2;
  }
  return from === 0 ? body : Buffer.from([...pieces, text.slice(from)].join(''), 'latin1');
}

/** Joins the lines that MIME::Lite broke: in 8bit, each long one once, behind 990 bytes. */
export const unbroken = (body: Buffer): Buffer =>
  Buffer.from(body.toString('latin1').replace(/^([^\r\n]{990})\r?\n/gm, '$1'), 'latin1');
