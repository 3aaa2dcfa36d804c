/** Joins chunks as they arrive. A list of them would occupy a hundred times the size of chunks of one byte. */
export class GrowingBuffer {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  push(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0)
      this.#bytes = chunk; // and most bodies are just one
    else {
      if (length > this.#bytes.length) this.#bytes = Buffer.concat([this.whole], 2 * length);
      chunk.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  get whole(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
