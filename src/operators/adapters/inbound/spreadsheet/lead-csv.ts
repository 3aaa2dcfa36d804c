import type { ListedLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { Columns } from '../presentation/list.ts';
import type { Names } from '../presentation/timeline.ts';
import { csvLine } from './csv.ts';
import { listCsv } from './list-csv.ts';

/**
 * Writes a line of heads, then one for each lead, in parts of whole lines. If the store stops answering, the
 * last line says so, and StoreUnavailable is thrown: a file without that line is whole.
 */
export async function* leadCsv<L extends ListedLead>(
  pages: AsyncIterable<{ readonly leads: readonly L[] }>,
  columns: Columns<L, Names>,
  names: Names,
): AsyncGenerator<string> {
  const { heads, line } = listCsv(columns, names.zone);
  let count = 0;
  yield `${heads}\n`;
  try {
    for await (const { leads } of pages) {
      count += leads.length;
      if (leads.length > 0) yield leads.map((lead) => `${line(lead, names)}\n`).join('');
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    yield `${csvLine([`This list is not whole: the store stopped answering after ${count} leads.`])}\n`;
    throw error;
  }
}
