import PostalMime, { type Attachment, decodeWords, type Email } from 'postal-mime';

/** A limit on parsing time: postal-mime 4.0.0 takes some 10 µs a line. The largest body has 9,000 usual lines. */
const MOST_LINES = 10_000;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 3 };

/** A mail with everything decoded. */
interface ReadMail {
  /** The texts that may contain a lead, the likeliest first. */
  readonly texts: readonly string[];
  /** Everything that a person reads: these texts, and the head. */
  readonly readable: string;
}

/**
 * Reads a mail: its text; attachments, whatever their names; HTML that shows XML. Reads at most 10,000 lines. Finds no
 * texts if the bytes are no mail.
 */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(firstLines(bytes), LIMITS).catch((): Email | undefined => undefined);
  if (!mail) return { texts: [], readable: '' };
  const { text, html, attachments, headers } = mail;
  const attached = attachments.filter(mayBeText).map(({ content }) => utf8(content));
  const texts = [text ?? '', ...attached, ...(html ? [html] : [])].map(decoded).map(shown);
  const names = attachments.map(({ filename }) => filename ?? '');
  const head = headers.map(({ value }) => decodeWords(value));
  return {
    texts: texts.filter((each) => each.trim() !== ''),
    readable: [...head, ...names, ...texts].join('\n'),
  };
}

const mayBeText = ({ mimeType }: Attachment): boolean => !/^(?:image|audio|video|font)\//.test(mimeType);

const decoder = new TextDecoder();
const utf8 = (content: Attachment['content']): string =>
  typeof content === 'string' ? content : decoder.decode(content);

function firstLines(bytes: Uint8Array): Uint8Array {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    lines += 1;
    if (lines === MOST_LINES) return bytes.subarray(0, at + 1);
  }
  return bytes;
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', quot: '"', '#34': '"', apos: "'", '#39': "'", nbsp: ' ', amp: '&' },
};

/** The XML that HTML shows: without the HTML's own tags, and with entities decoded. Other HTML stays as it is. */
function shown(html: string): string {
  if (!/&lt;(?:[\w.-]{1,40}:)?(?:adf|prospect)/i.test(html)) return html;
  const text = html.replace(/<br[^<>]{0,99}>/gi, '\n').replace(/<[^<>]{0,2000}>/g, '');
  return text.replace(
    /&(lt|gt|quot|apos|nbsp|amp|#39|#34);/g,
    (whole, name: string) => ENTITIES[name] ?? whole,
  );
}

/** Decodes quoted-printable text that its sender did not declare as such. */
const decoded = (text: string): string =>
  /=3D["']/.test(text) && !/[^D]=["']/.test(text)
    ? utf8(
        Buffer.from(
          text
            .replace(/=\r?\n/g, '')
            .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ),
      )
    : text;
