import {
  type FromSource,
  type HeldReceipt,
  isHeld,
  type Received,
  type SourceIntake,
} from '../../../application/ports/inbound/source.ts';
import type { Receipt } from '../../../application/ports/inbound/vendor.ts';
import type { TakeQuota } from '../../../application/ports/outbound/quota.ts';
import { InvalidLead } from '../../../domain/invalid-lead.ts';
import type { HeldWhy } from '../../../domain/sources/held-lead.ts';
import type { Source } from '../../../domain/sources/source.ts';
import type { SourceLead } from '../../../domain/sources/source-lead.ts';
import { errorResponse } from '../http/error-response.ts';
import { BODY_LIMIT, HttpError } from '../http/http-error.ts';
import { envelope, type HttpRequest, type HttpResponse } from '../http/message.ts';
import type { Learned, OperationResult } from '../http/operation.ts';
import { namesOnly } from '../http/sent-headers.ts';
import { STORE_LIMIT, within } from '../http/within.ts';

export interface Receiving extends SourceIntake {
  /** Limits requests to each form, which anybody can send; `undefined`: no limit. */
  readonly takeQuota?: TakeQuota | undefined;
}

/** How one kind of source is received and read. */
export interface Kind {
  /** Receives a request: reads, judges and answers it. */
  readonly endpoint: (
    request: HttpRequest,
    source: Source,
    learned: Learned,
    useCases: Receiving,
  ) => Promise<OperationResult>;
  /** Answers a browser that asks whether a page may send it (CORS); absent if pages send nothing to it. */
  readonly preflight?: (request: HttpRequest, source: Source) => HttpResponse;
  /** Reads what the endpoint would, but without a Content-Type: for a person's trial. `text`: the bytes, decoded. */
  readonly read: (bytes: Uint8Array, text: string, source: Source) => Promise<readonly SourceLead[]>;
  /** Reads a mail of any size, as a mail server hands it on; absent if it takes none. */
  readonly readMail?: (mail: Uint8Array) => Promise<{
    readonly leads: readonly SourceLead[];
    /** What is kept of it: of one that is larger than what may be posted, photos and the like are left out. */
    readonly text: string;
  }>;
}

/** Notes the vendor, and the source in place of a key, for the journal. */
export function isKnown(learned: Learned, { id, vendorId, vendorName }: Source): void {
  learned.holder = { vendor: { id: vendorId, name: vendorName }, keyId: id };
}

/** Reads the body, whose memory and time count for the source. Throws HttpError. */
export async function bodyOf(request: HttpRequest, { id }: Source): Promise<Uint8Array> {
  if (!namesOnly(request, 'content-encoding', 'identity')) throw new HttpError('content-encoding');
  return request.body(BODY_LIMIT, id);
}

/** Reads the body of a sender that has not proved itself: one that is empty is refused. Throws HttpError. */
export async function someBodyOf(request: HttpRequest, source: Source): Promise<Uint8Array> {
  const bytes = await bodyOf(request, source);
  if (bytes.byteLength === 0) throw new HttpError('nothing-sent');
  return bytes;
}

export const contentTypeOf = (request: HttpRequest): string =>
  [request.header('content-type') ?? ''].flat()[0] ?? '';

/**
 * Receives leads one after another, so that a customer's first makes the contact. Resolves to the results in order.
 */
export async function receiveAll(
  useCases: SourceIntake,
  source: Source,
  leads: readonly SourceLead[],
  sent: Pick<FromSource, 'text' | 'declared'>,
): Promise<readonly Received[]> {
  const received: Received[] = [];
  const isOneOfSeveral = leads.length > 1;
  for (const lead of leads) {
    received.push(await within(STORE_LIMIT, useCases.receive({ source, lead, ...sent, isOneOfSeveral })));
  }
  return received;
}

/** The results of a request that go to the journal. */
export function told(received: readonly Received[]): Pick<OperationResult, 'receipt' | 'held'> {
  const held = received.find(isHeld);
  return {
    receipt: received.find(isKept),
    held: held?.why,
  };
}

const isKept = (received: Received): received is Receipt => !isHeld(received);

/** A body that says in words what is wrong with a lead. */
function wordsOf({ why, problems }: HeldReceipt, message?: string): object {
  if (problems.length > 0)
    return { ...JSON.parse(errorResponse(new InvalidLead(problems)).body).body, ...(message && { message }) };
  return { error: 'Not readable as a lead', message: whys[why] };
}

const whys: Readonly<Record<HeldWhy, string>> = {
  'invalid-lead': 'A person will read it',
  'no-document': 'There is no <adf> in what was sent',
  'cut-off': 'The <adf> that was sent does not end',
  broken: 'The <adf> that was sent is not well-formed XML',
  'too-large': 'What was sent has too many parts, or too deep ones',
  'not-text': 'What was sent is no text, form or JSON that can be read, or letters of it are lost',
  trapped: 'A field that people do not see is filled in',
  automatic: 'There is no lead in this newsletter or automatic answer',
  'sent-again': 'This lead came before, with other words',
};

interface Answering {
  /** The status whatever came of it. By default 200 if all leads are kept; 202 if one is held for a person. */
  readonly status?: number | undefined;
  /** Fields for the sender, beside the envelope's. */
  readonly also?: object | undefined;
  /** What is told of a lead that is held, in place of the words for programs; empty: those. */
  readonly words?: ((held: HeldReceipt) => string) | undefined;
}

/** Answers a program: with the leads, and what is wrong with one that is held. */
export function answerTo(
  received: readonly Received[],
  { status, also, words }: Answering = {},
): HttpResponse {
  const bodies = received.map((each) =>
    isHeld(each) ? { held: each.heldId, ...wordsOf(each, words?.(each)) } : { leadId: each.leadId },
  );
  const [only = {}] = bodies;
  const body = bodies.length > 1 ? { leads: bodies } : only;
  const answer = envelope(status ?? (received.some(isHeld) ? 202 : 200), body);
  return also ? { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), ...also }) } : answer;
}
