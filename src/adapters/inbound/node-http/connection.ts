import type { ServerResponse } from 'node:http';
import { Socket, type SocketConstructorOpts } from 'node:net';
import { closeAfter } from './close-after.ts';
import type { Turns } from './turns.ts';

/** Bytes that are read and parsed at once: a usual lead with its headers. */
const PIECE = 2_048;
/** Bytes that are read at once if the client has announced as many of one body. They are one part. */
const LARGE_PIECE = 65_536;
/** What a connection may have parsed for each request, and in each turn: reads, and parts of bodies, each of which is a call. */
const ALLOWANCE = 64;
/** What a request costs of it that does not wait for the answer to the one before. */
const PIPELINED = 8;
/** Requests of one connection that are answered at the same time. Those behind wait, and more end the connection. */
const AT_ONCE = 4;
const MOST_UNANSWERED = 32;
/** Bytes that are parsed of a request that has its answer, so that the connection can be used again: any body, and some. */
const REST = 1_048_576;
/** Bytes that are then thrown away, so that the client can read its answer. */
const LEFT = 32 * 1_048_576;

/** Of every connection: what is read is parsed, and copied, at once. */
const buffer = Buffer.allocUnsafeSlow(LARGE_PIECE);
const piece = buffer.subarray(0, PIECE);

/**
 * A client's connection, of which little is parsed at once. Node's parser calls JavaScript for each part of what a read has
 * brought: 64 KB of tiny chunks, or of tiny requests, would be many milliseconds for which everybody else waits.
 */
export class Connection extends Socket {
  readonly #turns: Turns;
  #allowance = ALLOWANCE;
  /** The responses that are not sent yet, or whose requests are not received yet, the oldest first. */
  readonly #unanswered: { readonly response: ServerResponse; readonly handle: () => void }[] = [];
  /** Bytes that may still come of a request that has its answer. */
  #rest = Number.POSITIVE_INFINITY;
  /** Bytes of the latest request’s body that are certainly not read yet. */
  #announced = 0;
  /** Bytes that have been thrown away. */
  #thrown: number | undefined;
  /** Whether the parser wants more. */
  #isWanted = true;
  #isClosing = false;
  /** Whether it has to wait. */
  #isHeld = false;

  /** Takes over what the server has accepted, which remains to be counted there. */
  constructor(accepted: Socket, turns: Turns) {
    const owner = accepted as unknown as { _handle: unknown };
    let room = (): Buffer => piece; // Node asks for it before there is a `this`
    super({
      handle: owner._handle,
      allowHalfOpen: true,
      onread: { buffer: () => room(), callback: (bytes: number) => this.#take(bytes) },
    } as SocketConstructorOpts);
    room = () => this.#room;
    owner._handle = null;
    this.once('close', () => accepted.destroy());
    this.#turns = turns;
  }

  /** Where the next piece is read to. */
  get #room(): Buffer {
    if (!(this.#announced > PIECE)) return piece;
    return buffer.subarray(0, Math.min(this.#announced, LARGE_PIECE));
  }

  get unanswered(): readonly ServerResponse[] {
    return this.#unanswered.map(({ response }) => response);
  }

  /** `handle` is called at once, unless many requests before it are not answered yet. */
  answer(response: ServerResponse, handle: () => void): void {
    const before = this.#unanswered.length;
    this.#rest = Number.POSITIVE_INFINITY;
    if (before === 0) this.#allow();
    else this.spend(PIPELINED);
    if (before === MOST_UNANSWERED) {
      this.closeWhenAnswered();
      return;
    }
    this.#unanswered.push({ response, handle });
    response.on('close', this.#answered);
    const length = Number(response.req.headers['content-length']);
    this.#announced = length - PIECE; // it may be that the piece with its headers has so much of it
    if (this.#isClosing || length > REST) closeAfter(response);
    if (before < AT_ONCE) handle();
  }

  /** From now on, the connection is closed after its latest response. */
  closeWhenAnswered(): void {
    this.#isClosing = true;
    const latest = this.#unanswered.at(-1);
    if (latest) closeAfter(latest.response);
  }

  /** Counts what was handed on. */
  spend(parts: number): void {
    this.#allowance -= parts;
  }

  /** Has its turn. */
  proceed(): void {
    if (this.destroyed) return;
    this.#allow();
    if (this.#allowance > 0) {
      this.#isHeld = false;
      if (this.#isWanted) super.resume();
    } else this.#turns.wait(this);
  }

  #allow(): void {
    this.#allowance = Math.min(ALLOWANCE, this.#allowance + ALLOWANCE);
  }

  /** Returns whether more may be read at once. */
  #take(bytes: number): boolean {
    if (this.#thrown !== undefined) return this.#throwAway(bytes);
    this.#rest -= bytes;
    if (this.#rest < 0) return this.#leave();
    this.spend(this.#costOf(bytes));
    this.#announced -= bytes;
    this.emit('data', buffer.subarray(0, bytes));
    if (this.#allowance > 0 && !this.#isBehind) return true;
    if (!this.#isHeld && !this.#isBehind) this.#turns.wait(this);
    this.#isHeld = true;
    return false;
  }

  #costOf(bytes: number): number {
    if (bytes <= this.#announced) return (bytes / LARGE_PIECE) * ALLOWANCE;
    return this.#rest < REST ? bytes / 8 : 1; // of what nobody reads, nobody counts the parts
  }

  readonly #answered = (): void => {
    const { req } = this.#unanswered[0]?.response ?? {};
    if (req && !req.complete) {
      this.#rest = REST;
      req.once('close', () => this.#next());
    } else this.#next();
  };

  #next(): void {
    this.#unanswered.shift();
    if (!this.writable) return;
    this.#unanswered[AT_ONCE - 1]?.handle();
    if (this.#isHeld && this.#unanswered.length === AT_ONCE) this.#turns.wait(this);
  }

  get #isBehind(): boolean {
    return this.#unanswered.length > AT_ONCE;
  }

  /** Says that nothing more will be answered, and goes on reading: a reset would take the answer from the client (RFC 9112, 9.6). */
  #leave(): true {
    this.#thrown = 0;
    this.#announced = 0;
    this.#unanswered.length = 0;
    this.end();
    return true;
  }

  #throwAway(bytes: number): boolean {
    this.#thrown = (this.#thrown ?? 0) + bytes;
    if (this.#thrown > LEFT) this.destroy();
    return true;
  }

  /** What Node calls after the last answer. */
  override destroySoon(): void {
    const isWhole = this.#unanswered[0]?.response.req.complete ?? true;
    if (isWhole) super.destroySoon();
    else this.#leave();
  }

  override pause(): this {
    this.#isWanted = false;
    return super.pause();
  }

  override resume(): this {
    this.#isWanted = true;
    return this.#isHeld ? this : super.resume();
  }
}
