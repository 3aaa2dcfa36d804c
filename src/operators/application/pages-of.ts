import type { Shelf } from './ports/outbound/shelves.ts';

/** Records that are read at once. */
const PAGE = 500;

/** Reads all records of a shelf, page by page. Throws StoreUnavailable. */
export async function* pagesOf<T extends { readonly id: string }>(
  shelf: Pick<Shelf<T>, 'after'>,
): AsyncGenerator<readonly T[]> {
  for (let after = ''; ; ) {
    const page = await shelf.after(after, PAGE);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}
