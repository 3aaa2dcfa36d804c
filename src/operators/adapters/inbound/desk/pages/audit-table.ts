import type { AuditOutcome, RecordedEntry } from '#operators/application/ports/outbound/audit-log.ts';
import type { DealSummary } from '#operators/application/ports/records.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { authorNow, type NamedPerson, personWith } from '#operators/domain/work/person.ts';
import type { VendorAccount } from '../../../../../domain/vendor.ts';
import { actionText, auditColumns, changeText } from '../../presentation/audit-views.ts';
import { contactPath, historyPath, hookPath, leadPath, vendorPath } from '../../presentation/desk-paths.ts';
import { leadName } from '../../presentation/lead-words.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { apart } from '../reach.ts';

export const isOfLead = (action: RecordedEntry['action']): boolean => action.startsWith('lead.');

/** What the ids and times of the log stand for. */
export interface Meanings {
  readonly zone: TimeZone;
  readonly accounts: readonly VendorAccount[];
  readonly people: readonly NamedPerson[];
  readonly leads: readonly DealSummary[];
}

export const auditTable = (entries: readonly RecordedEntry[], meanings: Meanings, empty: string): Html =>
  listTable(entries, {
    columns: auditColumns,
    context: meanings,
    caption: 'What was done, the newest first',
    empty,
    heading: 1,
    speaks: true,
    shown: [
      'at',
      { of: 'by', class: 'whole', html: (entry) => authorPart(entry, meanings) },
      { of: 'action', class: 'whole', html: actionPart },
      { of: 'on', head: 'To what', html: (entry) => targetPart(entry, meanings) },
      {
        of: 'change',
        class: 'whole',
        html: (entry) => {
          const change = changeText(entry, meanings);
          return change !== '' && apart(change);
        },
      },
      {
        of: 'shown',
        mark: ({ outcome }) => outcome === 'done' && 'done',
        html: ({ outcome }) => outcomeOf(outcome),
      },
    ],
  });

/** Whether an entry is about all leads or contacts, whose word ends its sentence. */
const isOfAll = ({ on }: RecordedEntry): boolean => ['leads', 'changes', 'held', 'contacts'].includes(on);

function actionPart(entry: RecordedEntry): Html {
  const { on, fields = [] } = entry;
  return html`${actionText(entry)}${isOfAll(entry) && html` <bdi>${on}</bdi>`}${
    fields.length > 0 && html` <span class="soft">(${fields.join(', ')})</span>`
  }`;
}

const targetPart = (entry: RecordedEntry, meanings: Meanings): Html =>
  html`${!isOfAll(entry) && targetOf(entry, meanings)}${
    entry.lead !== undefined && entry.lead !== entry.on && html`, ${leadPart(entry.lead, meanings)}`
  }${entry.merged !== undefined && html` <span class="soft">and ${entry.merged}</span>`}
<a class="trace" href="${historyPath(entry.on)}">history<span class="unseen"> of ${entry.on}</span></a>`;

/** The author, as a link to their other actions. */
function authorPart(entry: RecordedEntry, { people }: Meanings): Html {
  const { by, byId = by } = authorNow(entry, people);
  return html`<a href="/audit?by=${encodeURIComponent(byId)}">${apart(by)}</a>`;
}

/** The page of a thing, by the first word of the action. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  contact: contactPath,
  hook: hookPath,
  token: (id) => `/people/programs#${encodeURIComponent(id)}`,
};

/** The thing that an action was done to; for a key, also its vendor. */
function targetOf({ action, on, lead }: RecordedEntry, { accounts, people, leads }: Meanings): Html {
  const person = personWith(on, people);
  if (person) return html`<a href="/people#${person.id}">${apart(person.name)}</a>`;
  const path = pages[action.split('.')[0] ?? '']?.(on);
  if (isOfLead(action) || on === lead) return leadPart(on, { leads });
  if (path) return html`<a href="${path}">${on}</a>`;
  const account = accounts.find(({ id, keys }) => id === on || keys.some((key) => key.id === on));
  if (!account) return apart(on);
  const key = account.keys.find(({ id }) => id === on);
  const [at, name] = [vendorPath(account.id), apart(account.name)];
  return key
    ? html`<a href="${at}#${encodeURIComponent(on)}">${key.hint}…</a> of ${name}`
    : html`<a href="${at}">${name}</a>`;
}

function leadPart(leadId: string, { leads }: Pick<Meanings, 'leads'>): Html {
  const lead = leads.find(({ id }) => id === leadId);
  if (!lead?.customer) return html`<a href="${leadPath(leadId)}">${leadId}</a>`;
  const { externalId } = lead;
  return html`<a href="${leadPath(leadId)}">${apart(leadName(lead))}</a><br><span class="soft">${leadId}${
    externalId !== undefined && html`, ${apart(externalId)}`
  }</span>`;
}

const outcomes: Readonly<Record<AuditOutcome, Html>> = {
  done: html`done`,
  refused: html`<span class="chip warn">refused</span>`,
  failed: html`<span class="chip warn">failed</span>`,
};

const outcomeOf = (outcome: AuditOutcome | undefined): Html =>
  outcome === undefined
    ? html`<span class="chip warn"
 title="The store did not answer: it may have been done or not">not known</span>`
    : outcomes[outcome];
