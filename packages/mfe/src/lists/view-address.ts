/** Parts of an address that say where in the list somebody is, not what the list shows. */
const places = ['cursor', 'from', 'page', 'thread', 'lead', 'panel'];

/** The query of an address as a view keeps it: without places, in one order, so that equal views have equal texts. */
export function viewAddress(search: string): string {
  const query = new URLSearchParams(search);
  for (const place of places) query.delete(place);
  query.sort();
  return query.toString();
}
