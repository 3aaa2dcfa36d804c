import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError, type HttpErrorReason, PARTS_LIMIT } from '../http/http-error.ts';
import { BodyTaken, ClientGone, type Objection } from '../http/message.ts';
import { readInNextTurn, stopReading } from './connections.ts';
import { HeldBodies, SMALL } from './held-bodies.ts';
import { OwnersInTurn } from './owners-in-turn.ts';

/** The most bytes of all bodies whose requests are not answered yet. */
const ROOM = 128 * 1_048_576;
/**
 * Bytes of large bodies that are received in a millisecond. The largest bodies, of all senders together, then take a
 * fifth of the thread's time.
 */
const BYTES_A_MILLISECOND = 16_384;

/** The most parts of one body that are read in one turn of the event loop: other requests are served between turns. */
const PARTS_IN_TURN = 1_024;

/** Receives the bodies of requests. Each owner has a share of the memory and of the time. */
export class Bodies {
  /** Shared by everything that a process serves, as it has one memory and one thread. */
  static readonly ofProcess = new Bodies();

  readonly #held: HeldBodies;
  readonly #turns = new OwnersInTurn();

  constructor(room = ROOM) {
    this.#held = new HeldBodies(room);
  }

  /**
   * Resolves to a request's body. Large bodies wait for their turn, even to be refused, as receiving and
   * reading them takes a while. Throws HttpError, and ClientGone if the rest will not arrive. `res`: the body’s
   * room is free again when the response is closed.
   */
  async receive(
    { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
    limit: number,
    owner: string,
    objection?: Objection,
  ): Promise<Buffer> {
    if (req.aborted) throw gone();
    if (hasNoBody(req)) return nothing;
    if (req.readableEnded || req.readableEncoding) return alreadyRead(req, limit);
    const declared = req.headers['content-length'];
    const expected = declared === undefined ? limit : Number(declared);
    if (expected > limit) throw new HttpError('body-too-large');
    const held = this.#held.begin(owner);
    res.on('close', () => held.release());
    try {
      const body = await received(req, { expected, limit, objection }, held);
      await this.#turnOf(owner, body.length);
      return body;
    } catch (error) {
      if (isJunk(error)) {
        const goOn = req.httpVersionMajor === 1 ? stopReading(req.socket) : undefined;
        await this.#turnOf(owner, expected); // the rest arrives nevertheless
        goOn?.();
      }
      throw error;
    }
  }

  async #turnOf(owner: string, size: number): Promise<void> {
    if (size > SMALL) await this.#turns.turnOf(owner, size / BYTES_A_MILLISECOND);
  }
}

/** The body as a framework keeps that has read it, Google's functions-framework for one. */
function alreadyRead({ rawBody }: IncomingMessage & { readonly rawBody?: unknown }, limit: number): Buffer {
  if (!Buffer.isBuffer(rawBody)) throw new BodyTaken();
  if (rawBody.length > limit) throw new HttpError('body-too-large');
  return rawBody;
}

interface Terms {
  /** The most bytes that will arrive, unless the client is wrong. */
  readonly expected: number;
  readonly limit: number;
  readonly objection: Objection | undefined;
}

function received(
  req: IncomingMessage,
  { expected, limit, objection }: Terms,
  held: ReturnType<HeldBodies['begin']>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let body = nothing;
    let parts = 0;
    let isRefused = false;
    const refuse = (reason: HttpErrorReason) => {
      isRefused = true; // the rest is discarded, so that the connection can be used again
      body = nothing;
      held.release();
      reject(new HttpError(reason));
    };
    const take = (part: Buffer) => {
      if (isRefused) return;
      const length = held.bytes;
      parts += 1;
      if (parts % PARTS_IN_TURN === 0 && req.httpVersionMajor === 1) readInNextTurn(req.socket);
      if (parts > PARTS_LIMIT) return refuse('too-many-parts');
      if (length + part.length > limit) return refuse('body-too-large');
      if (!held.add(part.length)) return refuse('too-many-bodies');
      body = joined(body, length, part, expected);
      const reason = objection?.(body, held.bytes);
      if (reason) refuse(reason);
    };
    let isWhole = false;
    const leave = () => {
      if (!isWhole) reject(gone());
    };
    const finish = () => {
      isWhole = !req.aborted;
      if (isWhole) resolve(body.length === held.bytes ? body : body.subarray(0, held.bytes));
    };
    req.on('data', take).on('end', finish).on('error', leave).on('close', leave);
  });
}

const nothing: Buffer = Buffer.alloc(0);

/**
 * The first `length` of `bytes`, followed by `part`, in the same memory if there is room: a list of small parts
 * would occupy a hundred times the bytes sent.
 */
function joined(bytes: Buffer, length: number, part: Buffer, expected: number): Buffer {
  if (length === 0) return part;
  const needed = length + part.length;
  let room = bytes;
  if (needed > bytes.length) {
    room = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(2 * needed, expected)));
    bytes.copy(room, 0, 0, length);
  }
  part.copy(room, length);
  return room;
}

/** Whether a request has no body. Over HTTP/2, a body needs neither header. */
const hasNoBody = ({ httpVersionMajor, headers }: IncomingMessage): boolean =>
  httpVersionMajor === 1 &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

const isJunk = (error: unknown): boolean => error instanceof HttpError && error.reason !== 'too-many-bodies';

const gone = () => new ClientGone('the request was cut short');
