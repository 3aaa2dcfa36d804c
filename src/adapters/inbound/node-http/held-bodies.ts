/** The most bytes of a small body. */
export const SMALL = 16_384;

/**
 * Counts the bytes that have arrived of unanswered requests' bodies, which pile up while the store is slow. A
 * quarter of the room is for small bodies alone.
 */
export class HeldBodies {
  readonly #ofSmall: Room;
  readonly #ofAll: Room;

  /** `bytes`: the room for all bodies together. */
  constructor(bytes: number) {
    this.#ofSmall = new Room(bytes / 4);
    this.#ofAll = new Room((bytes * 3) / 4);
  }

  /** Begins to count a body of this owner. */
  begin(owner: string): HeldBody {
    return new HeldBody(owner, this.#ofSmall, this.#ofAll);
  }
}

class HeldBody {
  readonly #owner: string;
  readonly #ofAll: Room;
  #room: Room;
  #bytes = 0;

  constructor(owner: string, ofSmall: Room, ofAll: Room) {
    this.#owner = owner;
    this.#room = ofSmall;
    this.#ofAll = ofAll;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts further bytes. Returns false, and counts none, if there is no room. */
  add(more: number): boolean {
    const bytes = this.#bytes + more;
    const stays = this.#room === this.#ofAll || bytes <= SMALL;
    if (!(stays && this.#room.take(this.#owner, more)) && !this.#move(bytes)) return false;
    this.#bytes = bytes;
    return true;
  }

  /** Frees the room, when the request is answered. */
  release(): void {
    this.#room.give(this.#owner, this.#bytes);
    this.#bytes = 0;
  }

  #move(bytes: number): boolean {
    if (this.#room === this.#ofAll || !this.#ofAll.take(this.#owner, bytes)) return false;
    this.#room.give(this.#owner, this.#bytes);
    this.#room = this.#ofAll;
    return true;
  }
}

/**
 * Gives each owner up to half of the room that the others and it leave: a third if it is alone, and always
 * something for one more.
 */
class Room {
  readonly #taken = new Map<string, number>();
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(owner: string, bytes: number): boolean {
    const own = (this.#taken.get(owner) ?? 0) + bytes;
    if (own > (this.#left - bytes) / 2) return false;
    this.#taken.set(owner, own);
    this.#left -= bytes;
    return true;
  }

  give(owner: string, bytes: number): void {
    const own = (this.#taken.get(owner) ?? 0) - bytes;
    if (own > 0) this.#taken.set(owner, own);
    else this.#taken.delete(owner);
    this.#left += bytes;
  }
}
