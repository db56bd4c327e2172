import type { DataTableSelection } from '@skein/ui/data-table';

/** Parts of a list, none longer than what a bulk endpoint takes. */
export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The ids a selection stands for: its own, or everything that the list's filter matches but the excluded ones, read page by page. */
export async function idsOf(
  selection: DataTableSelection,
  readPage: (cursor: string | null) => Promise<{ rows: readonly { id: number }[]; next_cursor: string | null }>,
): Promise<number[]> {
  if (selection.mode === 'some') return selection.ids.map(Number);
  const excluded = new Set(selection.excluded.map(Number));
  const found: number[] = [];
  for (let cursor: string | null = null, first = true; first || cursor; first = false) {
    const page = await readPage(cursor);
    found.push(...page.rows.map((row) => row.id).filter((id) => !excluded.has(id)));
    cursor = page.next_cursor;
  }
  return found;
}
