import { Refused } from '../../domain/refused.ts';
import type { DealPlace } from '../ports/outbound/back-office.ts';

const SHAPE = /^(?:(\d{1,15})_([\w-]{0,64}))?\.(?:(\d{1,15})_([\w-]{0,64}))?$/;

/**
 * Two positions in the list of leads, as one string: where the next page begins (`after`), and where a later list resumes
 * once the last page was read (`settled`).
 */
export class LeadCursor {
  readonly after: DealPlace | undefined;
  readonly settled: DealPlace | undefined;

  constructor(after: DealPlace | undefined, settled: DealPlace | undefined) {
    this.after = after;
    this.settled = settled;
  }

  /** Before the first lead received at this time or later, or before all leads. */
  static start(since: Date | undefined): LeadCursor {
    const place = since && { receivedAt: new Date(Math.max(0, since.getTime())), id: '' };
    return new LeadCursor(place, place);
  }

  /** Throws Refused if the text is not a cursor. */
  static parse(text: string): LeadCursor {
    const [whole, afterTime, afterId, settledTime, settledId] = SHAPE.exec(text) ?? [];
    if (whole === undefined)
      throw new Refused('invalid-cursor', 'Invalid cursor: use one that an earlier list returned.');
    return new LeadCursor(place(afterTime, afterId), place(settledTime, settledId));
  }

  /** Whether every lead before this position was already settled when it was read. */
  get isSettled(): boolean {
    return written(this.after) === written(this.settled);
  }

  get text(): string {
    return `${written(this.after)}.${written(this.settled)}`;
  }
}

const place = (time: string | undefined, id: string | undefined): DealPlace | undefined =>
  time !== undefined && id !== undefined ? { receivedAt: new Date(Number(time)), id } : undefined;

const written = (at: DealPlace | undefined): string => (at ? `${at.receivedAt.getTime()}_${at.id}` : '');
