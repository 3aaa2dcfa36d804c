import { Readable } from 'node:stream';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { leadColumns, wholeLeadColumns } from '../../presentation/lead-columns.ts';
import { conditionsOf, filterIn } from '../../presentation/lead-filter.ts';
import { leadCsv } from '../../spreadsheet/lead-csv.ts';
import type { DeskPages } from '../desk-state.ts';
import { lookingAt } from './inbox-views.ts';

/** Exports the leads of a list as a spreadsheet. */
export const leadExportPages: DeskPages = (routes) => {
  routes.get('/leads.csv', 'exportLeads', async (ctx) => {
    const { operator, may, now, zone } = ctx.state;
    const filter = filterIn(ctx.state.query);
    const conditions = conditionsOf(filter, lookingAt(ctx.state));
    const [people, reasons] = await Promise.all([operator.namePeople(), operator.nameLostReasons()]);
    const names = { people, reasons, zone };
    const parts = may('exportWholeLeads')
      ? leadCsv(await operator.exportWholeLeads(conditions), wholeLeadColumns, names)
      : leadCsv(await operator.exportLeads(conditions), leadColumns, names);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`leads-${zone.dayOf(now)}.csv`);
    ctx.body = Readable.from(marked(parts));
  });
};

/** Adds a byte order mark, without which spreadsheets misread names. */
async function* marked(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\ufeff';
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error; // else its last line says so
  }
}
