import type { Source } from '../../../domain/sources/source.ts';
import type { SourceLead } from '../../../domain/sources/source-lead.ts';
import { BODY_LIMIT } from '../http/http-error.ts';
import { pairsIn } from './form-lines.ts';
import { adfTypeOf, leadsInAdf } from './read-adf.ts';
import { loaded } from './readers.ts';
import { bytesToText } from './reading/bytes-to-text.ts';

/**
 * Reads a text as its source's endpoint would, but without a Content-Type: for a person's trial, and for mail
 * servers.
 */
export async function readSent(source: Source, sent: string | Uint8Array): Promise<readonly SourceLead[]> {
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const text = typeof sent === 'string' ? sent : bytesToText(sent);
  switch (source.kind) {
    case 'adf':
      return leadsInAdf(bytes, adfTypeOf('', text));
    case 'google':
      return [await googleLeadIn(text)];
    case 'form':
    case 'json':
      return answersIn(bytes, text, source);
  }
}

/** A mail as a mail server hands it on: its leads, and what is kept of it. */
interface Delivered {
  readonly leads: readonly SourceLead[];
  readonly text: string;
}

/** Reads a mail of any size. Of one that is larger than what may be posted, photos and the like are left out. */
export async function readDelivered(source: Source, mail: Uint8Array): Promise<Delivered> {
  const { keptOf } = await loaded.keptMail();
  const kept = keptOf(mail, BODY_LIMIT);
  const leads = await readSent(source, kept);
  const isCut = kept.length === BODY_LIMIT;
  return {
    leads: leads.map((lead) =>
      isCut && lead.unreadable === 'no-document' ? { ...lead, unreadable: 'too-large' } : lead,
    ),
    text: bytesToText(kept),
  };
}

async function googleLeadIn(text: string): Promise<SourceLead> {
  const { parseWithIds, readGoogle } = await loaded.google();
  try {
    const json = parseWithIds(text);
    if (typeof json === 'object' && json !== null) {
      const { lead, isTest } = readGoogle(json, text);
      return { ...lead, isTest };
    }
  } catch {}
  return { fields: {}, document: text, unreadable: 'not-text' };
}

async function answersIn(bytes: Uint8Array, text: string, source: Source): Promise<readonly SourceLead[]> {
  const [, boundary] = /^--([^\r\n]{1,200})\r?\n/.exec(text) ?? [];
  const type = boundary ? `multipart/form-data; boundary="${boundary}"` : 'application/x-www-form-urlencoded';
  const { readAnswers } = await loaded.answers();
  try {
    return (await readAnswers(boundary ? bytes : formIn(text, bytes), type, source)).leads;
  } catch {
    return [{ fields: {}, document: text, unreadable: 'not-text' }];
  }
}

/** A form that was kept as lines, as a page sends it; any other without the line end of a file. */
function formIn(text: string, bytes: Uint8Array): Uint8Array {
  const pairs = pairsIn(text);
  return pairs
    ? new TextEncoder().encode(new URLSearchParams(pairs.map(([...pair]) => pair)).toString())
    : trimmed(bytes);
}

const trimmed = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString('latin1').trim(), 'latin1');
