import type { LeadPage as Page } from '#operators/application/ports/inbound/lead-use-cases.ts';
import { Refused } from '#operators/domain/refused.ts';
import { isBlank } from '../../../../domain/text.ts';
import { LATE, UNANSWERED } from '../presentation/answers.ts';
import { meaning, optional, text, timeFrom, timeUntil } from '../presentation/fields.ts';
import { cameView } from '../presentation/held-views.ts';
import { wholeLeadColumns } from '../presentation/lead-columns.ts';
import { conditionsOf, filterFields } from '../presentation/lead-filter.ts';
import type { Call } from '../presentation/operation.ts';
import { listOrder, USUAL_LIMIT } from '../presentation/operations/lead-operations.ts';
import { Lead, LeadPage, wholeLead } from '../presentation/shapes/lead-shapes.ts';
import { type Calendar, email, phone, positiveDuration } from '../presentation/values.ts';
import { leadCsv } from '../spreadsheet/lead-csv.ts';
import { type Asked, atTerminal } from './at-terminal.ts';
import { type CliContext, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { continueFrom } from './command-words.ts';
import { deliveriesText, leadTable, leadText } from './lead-text.ts';
import { terminalSafe } from './text.ts';
import { keyId } from './values.ts';

const query = (calendar: Calendar) => ({
  ...filterFields,
  ...optional({
    waiting: meaning('In the present status for longer: 3d or 12h.', positiveDuration),
    key: meaning('Sent with this key; key list prints the id.', keyId),
    externalId: text('The id that the vendor gave it.'),
    email: meaning('That came with this email.', email),
    phone: meaning('That came with this phone.', phone),
    since: timeFrom(
      'Received since this day or time: 2026-05-01, 2026-05-01T08:00:00Z, or 2h for two hours ago.',
      calendar,
    ),
    until: timeUntil('Received until this day, which is included, or before this time.', calendar),
  }),
  ...listOrder,
});

type ListCall = Call<ReturnType<typeof query>>;

/**
 * Lists leads by the conditions of the JSON interface, and by further ones: times, a key, the customer's
 * addresses.
 */
export const listLeads = atTerminal({
  recorded: true,
  query,
  async run(call) {
    const people = await call.operator.namePeople();
    const page = await pageOf(call);
    await call.operator.recordList({ of: 'leads', leads: page.leads.length });
    return LeadPage.of(page, { people });
  },
  async show(call, context) {
    const page = await pageOf(call);
    const people = await call.operator.namePeople();
    const { due, status } = call.query;
    goOn(page, context);
    if (page.leads.length === 0) return 'No leads.';
    const waits = status === UNANSWERED || status === LATE;
    return leadTable(page.leads, people, context, { due: due !== undefined, waits });
  },
  /** Exports all leads, unless there is a limit. */
  async csv(call, context) {
    const { operator, zone, query } = call;
    const pages = await operator.exportWholeLeads({ ...wanted(call), limit: query.limit });
    const names = { people: await operator.namePeople(), reasons: await operator.nameLostReasons(), zone };
    for await (const part of leadCsv(watched(pages, context), wholeLeadColumns, names))
      await print(context, part.trimEnd());
  },
});

const pageOf = (call: ListCall): Promise<Page> =>
  call.operator.listLeads({ ...wanted(call), limit: call.query.limit ?? USUAL_LIMIT });

/** The query of the use case: the conditions as JSON has them, and the command line's own, whose values are read. */
function wanted({ query, me, now, zone }: ListCall) {
  const { newest, changed, cursor, since, until, waiting, key, externalId, email, phone, ...filter } = query;
  const orders = [newest, filter.due, filter.status === UNANSWERED, changed];
  if (orders.filter(Boolean).length > 1)
    throw new WrongUsage('Give only one of --newest, --due, --unanswered and --changed: each is an order.');
  if (email && phone) throw new WrongUsage('Give --email or --phone, not both.');
  if (filter.q !== undefined && isBlank(filter.q)) throw new WrongUsage('Give a text to find.');
  const own = { newest, changed, cursor, since, until, waiting, key, externalId, email, phone };
  return { ...conditionsOf(filter, { me, now, zone }), ...own };
}

/** Passes pages on, and remarks at the end how to continue. */
async function* watched<P extends Pick<Page, 'next' | 'more'>>(pages: AsyncIterable<P>, context: CliContext) {
  let last: P | undefined;
  for await (const page of pages) {
    last = page;
    yield page;
  }
  if (last) goOn(last, context);
}

function goOn({ next, more }: Pick<Page, 'next' | 'more'>, context: CliContext): void {
  if (more && next) remark(context, continueFrom(next));
}

/** Shows what sources sent for leads; as JSON, each on one line. */
async function showAsItCame(
  leadIds: readonly string[],
  { json, operator }: Pick<Asked, 'json' | 'operator'>,
  context: CliContext,
): Promise<void> {
  const { showAsItCame } = await operator();
  for (const leadId of leadIds) {
    const came = await showAsItCame({ leadId });
    if (json) await printJson(context, cameView(came));
    else await print(context, terminalSafe(came.cut ? `${came.text}\n[It was longer.]` : came.text));
  }
}

/** Shows leads one after the other; as JSON, each on one line. */
export const showLead = atTerminal({
  recorded: true,
  options: (command) =>
    command.option('--as-it-came', 'what its source sent instead, for the days of SOURCE_KEEP_DAYS'),
  async act({ command, json, operator }, context) {
    if (command.opts().asItCame) return showAsItCame(command.args, { json, operator }, context);
    const { namePeople, nameLostReasons, showLead, leadDeliveries } = await operator();
    const people = await namePeople();
    const reasons = await nameLostReasons();
    const leadIds = command.args;
    for (const [index, leadId] of leadIds.entries()) {
      const kept = await showLead({ leadId }).catch((error) => {
        if (!(error instanceof Refused) || leadIds.length === 1) throw error;
        throw new Refused(error.reason, `Lead ${index + 1} of ${leadIds.length}: ${error.message}`);
      });
      const deliveries = await leadDeliveries({ leadId });
      if (json) {
        await printJson(context, Lead.of(wholeLead(kept, deliveries), { people }));
        continue;
      }
      const text = leadText(kept, { people, reasons }, context);
      await print(context, `${index > 0 ? '\n' : ''}${text}${deliveriesText(deliveries, context)}`);
    }
  },
});
