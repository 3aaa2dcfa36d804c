import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, TLSSocket } from 'node:tls';

/** Bytes that are handed on at once, of HTTP and of TLS: so few that nobody feels what they cost. */
const PIECE = 512;
const PIECE_OF_TLS = 4_096;

/** More came than is read. The message says of what, in words. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/**
 * A connection over which no more than a budget is read, in small pieces: whoever reads may end it after any of them,
 * and nothing of what else has arrived is then looked at. Emits `stands` once something can be sent.
 */
export class MeteredSocket extends Duplex {
  readonly #socket: Socket;
  readonly #piece: number;
  /** What carries this one. */
  readonly #carrier: MeteredSocket | undefined;
  #left = 0;
  /** Whether a part of what has arrived is still to be handed on. */
  #isBusy = false;

  constructor(socket: Socket, piece: number, carrier?: MeteredSocket) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    this.#piece = piece;
    this.#carrier = carrier;
    socket.on(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => this.emit('stands'));
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.on('timeout', () => this.emit('timeout'));
    carrier?.on('error', (error) => this.destroy(error));
  }

  /** From now on this many bytes are read, those of TLS included, before the connection ends. */
  allow(bytes: number): void {
    this.#left = bytes;
    this.#carrier?.allow(bytes);
  }

  /** Each piece in a turn of its own: what is read then has been heard of before the next one. */
  #take(chunk: Buffer): void {
    if (this.destroyed) return;
    if (this.#left <= 0) return void this.destroy(new OverBudget('its answer is too long'));
    const piece = chunk.subarray(0, Math.min(this.#piece, this.#left));
    const rest = chunk.subarray(piece.length);
    this.#left -= piece.length;
    this.#isBusy = rest.length > 0;
    const wantsMore = this.push(piece);
    if (this.#isBusy) setImmediate(() => this.#take(rest));
    if (this.#isBusy || !wantsMore) this.#socket.pause();
    else this.#socket.resume();
  }

  override _read(): void {
    if (!this.#isBusy) this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    this.#carrier?.destroy();
    done(error);
  }

  // What Node's agents ask of the connections that they keep.

  setTimeout(milliseconds: number): this {
    this.#socket.setTimeout(milliseconds);
    return this;
  }

  setKeepAlive(isOn: boolean, milliseconds: number): this {
    (this.#carrier ?? this.#socket).setKeepAlive(isOn, milliseconds);
    return this;
  }

  setNoDelay(isOn: boolean): this {
    (this.#carrier ?? this.#socket).setNoDelay(isOn);
    return this;
  }

  ref(): this {
    (this.#carrier ?? this.#socket).ref();
    return this;
  }

  unref(): this {
    (this.#carrier ?? this.#socket).unref();
    return this;
  }
}

/** A connection by plain http. `budget`: bytes until the first `allow`. */
export function connectMetered(options: TcpNetConnectOpts, budget: number, piece = PIECE): MeteredSocket {
  const metered = new MeteredSocket(connect(options), piece);
  metered.allow(budget);
  return metered;
}

/** A connection by https. Metered are the bytes that arrive, and once more what they turn out to say. */
export function connectMeteredTls(options: TcpNetConnectOpts, budget: number): MeteredSocket {
  const carrier = connectMetered(options, budget, PIECE_OF_TLS);
  const metered = new MeteredSocket(connectTls({ ...options, socket: carrier }), PIECE, carrier);
  metered.allow(budget);
  return metered;
}
