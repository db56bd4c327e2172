/**
 * Where a person who came to connect a mailbox wants to go on: an address of the product in `back` of the query, e.g. the setup
 * of a campaign. Anything else is no way back.
 */
export function wayBack(search: string): string | null {
  const back = new URLSearchParams(search).get('back');
  return back?.startsWith('/app/') && /^(?:\/[\w-]+)+(?:\?[\w=&%.-]*)?$/.test(back) ? back : null;
}
