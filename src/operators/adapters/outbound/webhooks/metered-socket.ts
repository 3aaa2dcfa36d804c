import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, TLSSocket } from 'node:tls';

/** Bytes passed on at once, of HTTP and of TLS: so few that their processing delays nobody. */
const PIECE = 512;
const PIECE_OF_TLS = 4_096;

/** More arrived than is read. The message says what was too long. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/**
 * A connection that reads at most a budget of bytes, in small pieces. Its reader may end it after any piece,
 * and the rest is then not looked at. Emits `stands` once something can be sent.
 */
export class MeteredSocket extends Duplex {
  readonly #socket: Socket;
  readonly #piece: number;
  /** The connection below this one, if this one is TLS. */
  readonly #carrier: MeteredSocket | undefined;
  #left = 0;
  /** Whether part of a chunk is still to be passed on. */
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

  /** Sets the budget: bytes to be read before the connection ends, those of TLS included. */
  allow(bytes: number): void {
    this.#left = bytes;
    this.#carrier?.allow(bytes);
  }

  /** Passes on each piece in a turn of its own, so that its reader can act before the next. */
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

/** Connects by http. `budget`: bytes until the first `allow`. */
export function connectMetered(options: TcpNetConnectOpts, budget: number, piece = PIECE): MeteredSocket {
  const metered = new MeteredSocket(connect(options), piece);
  metered.allow(budget);
  return metered;
}

/** Connects by https. Bytes are counted as they arrive, and again after decryption. */
export function connectMeteredTls(options: TcpNetConnectOpts, budget: number): MeteredSocket {
  const carrier = connectMetered(options, budget, PIECE_OF_TLS);
  const metered = new MeteredSocket(connectTls({ ...options, socket: carrier }), PIECE, carrier);
  metered.allow(budget);
  return metered;
}
