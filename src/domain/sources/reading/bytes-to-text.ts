import { LOST } from '../source-lead.ts';

/**
 * Decodes what a sender sent, at every door alike: by its mark (UTF-8, UTF-16); else as UTF-8 if it is that, whatever
 * was declared; else by the first declared charset that is known and fits; else as windows-1252. U+FFFD stands for
 * what is no letter, and for NUL, which not every store keeps. `declared`: charsets, of which any may be missing;
 * what XML or HTML says of itself is looked up here.
 */
export const bytesToText = (bytes: Uint8Array, ...declared: readonly (string | undefined)[]): string =>
  decoderFor(bytes, declared).decode(bytes).replaceAll('\0', LOST);

/** A text has hardly any signs that nobody can read: fewer than one in a hundred. */
export function isText(text: string): boolean {
  let unreadable = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x09 || (code > 0x0d && code < 0x20 && code !== ESC) || text[at] === LOST) unreadable += 1;
  }
  return unreadable * 100 <= text.length;
}

/** The charset that a Content-Type declares. */
export const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i.exec(contentType)?.[1];

type Decoder = Pick<InstanceType<typeof TextDecoder>, 'decode'>;

/** The decoder that suits these bytes, for texts that are sent in pieces. */
export function decoderFor(bytes: Uint8Array, declared: readonly (string | undefined)[]): Decoder {
  const wide = wideDecoder(bytes);
  if (wide) return wide;
  const names = () => [...declared, charsetInside(bytes)];
  if (bytes.includes(ESC)) {
    const shifting = names().find((name) => /^(?:cs)?iso-?2022/i.test(name ?? '')); // its letters are ASCII's, after ESC
    if (shifting) return decoderOf([shifting], bytes) ?? utf8;
  }
  return fits(strictUtf8, bytes) || isSpoiledUtf8(bytes) ? utf8 : (decoderOf(names(), bytes) ?? western);
}

/** Begins letters of another charset in Japanese mails, and colours at a terminal. */
const ESC = 0x1b;
export const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
/** The signs of windows-1252 from 0x80 on, for which Node 22.18 and 24.0 give control signs. */
const SIGNS = '€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ';
const latin = new TextDecoder('windows-1252');
const western: Decoder = {
  decode: (...of) =>
    latin.decode(...of).replace(/[\u{80}-\u{9f}]/gu, (sign) => SIGNS[sign.charCodeAt(0) - 0x80] ?? sign),
};

const littleEndian = new TextDecoder('utf-16le');
const bigEndian = new TextDecoder('utf-16be');

/** UTF-16, by its mark or by two letters of ASCII, each beside a zero. A declared name proves nothing. */
export function wideDecoder([a = 1, b = 1, c = 1, d = 1]: Uint8Array): Decoder | undefined {
  if ((a === 0xff && b === 0xfe) || (a && !b && c && !d)) return littleEndian;
  return (a === 0xfe && b === 0xff) || (!a && b && !c && d) ? bigEndian : undefined;
}

/** The charset that XML or HTML names in its first lines. */
const charsetInside = (bytes: Uint8Array): string | undefined =>
  /<(?:\?xml|meta)\s[^<>]{0,200}?(?:encoding|charset)\s*=\s*["']?([\w.:-]{1,40})/i.exec(
    western.decode(bytes.subarray(0, 1_024)),
  )?.[1];

/** The first known charset that fits, but for UTF-8 and UTF-16, which are looked for before. */
function decoderOf(names: readonly (string | undefined)[], bytes: Uint8Array): Decoder | undefined {
  for (const name of names) {
    if (!name || /^(?:utf|us-?ascii)/i.test(name)) continue;
    try {
      const decoder = new TextDecoder(name, { fatal: true });
      if (fits(decoder, bytes)) return decoder.encoding === latin.encoding ? western : decoder;
    } catch {} // nobody knows the name
  }
  return undefined;
}

function fits(decoder: Decoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether this is UTF-8 in which a letter was cut: more letters beyond ASCII are whole than are not. */
function isSpoiledUtf8(bytes: Uint8Array): boolean {
  const text = utf8.decode(bytes);
  let [whole, lost] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === LOST) lost += 1;
    else if (text.charCodeAt(at) > 0x7f) whole += 1;
  }
  return whole > lost;
}
