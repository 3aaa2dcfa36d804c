import * as v from 'valibot';
import type { RecordedEntry } from '#operators/application/ports/outbound/audit-log.ts';
import { authorNow } from '#operators/domain/work/person.ts';
import { isOfOwners } from '../audit-views.ts';
import { placeText } from '../values.ts';
import { json, viewOf } from '../view.ts';
import { byId, type People, person } from './lead-parts.ts';
import { flag, list, perhaps, said, text, time } from './parts.ts';

const changeable = v.union([text, person, v.null()]);

/** A part of an entry's change. People are given with their names. */
const partOf = ({ action }: RecordedEntry, part: RecordedEntry['from'], context: People) =>
  part && isOfOwners(action) ? person.of(part, context) : part;

export const AuditEntry = viewOf<RecordedEntry, People>()({
  at: time,
  by: json(said(text, 'A token as `NAME (token)`.'), (entry, { people }) => authorNow(entry, people).by),
  action: text,
  on: said(text, 'An id.'),
  byId: json(perhaps(byId), (entry, { people }) => authorNow(entry, people).byId),
  from: json(
    perhaps(said(changeable, 'The status, owner or role before; null for nobody.')),
    (entry, context) => partOf(entry, entry.from, context),
  ),
  to: json(
    perhaps(
      said(
        changeable,
        'The one after, or, if the outcome is not done, the one that was intended; or how much was taken.',
      ),
    ),
    (entry, context) => partOf(entry, entry.to, context),
  ),
  outcome: perhaps(said(v.picklist(['done', 'refused', 'failed']), 'Absent if it is not known.')),
  fields: perhaps(said(list(text), 'Of a contact: which were to be changed.')),
  merged: perhaps(text),
  lead: perhaps(said(text, 'Whose follow-up it was.')),
});

/** The entries that were found, and how many are shown. */
interface FoundEntries {
  readonly found: readonly RecordedEntry[];
  readonly most: number | undefined;
}

const isCut = ({ found, most }: FoundEntries): boolean => most !== undefined && found.length > most;

export const AuditList = viewOf<FoundEntries, People>()({
  entries: json(list(AuditEntry), ({ found, most }, context) =>
    found.slice(0, most).map((entry) => AuditEntry.of(entry, context)),
  ),
  more: json(flag, isCut),
  next: json(perhaps(said(text, 'The cursor of the next page; absent after the last one.')), (all) =>
    nextAfter(all),
  ),
});

/** The cursor after the shown entries; `undefined` if there are no more. */
export function nextAfter(all: FoundEntries): string | undefined {
  const last = isCut(all) ? all.found.slice(0, all.most).at(-1) : undefined;
  return last && placeText(last);
}
