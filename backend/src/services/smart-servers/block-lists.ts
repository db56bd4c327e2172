import { addressLists } from '#platform/dns-reputation/address-lists';
import type { Reputation } from '#platform/dns-reputation/reputation';

/** What a list says of an address; null while it gives no answer that may be believed. */
export interface Listing {
  list: string;
  isListed: boolean | null;
  note: string | null;
}

const minor = new Set(addressLists.filter(({ weight }) => weight === 'low').map(({ name }) => name));
/** A list that few receivers refuse by, or that names whole networks: it is shown, and changes nothing. */
export const isMinorList = (list: string): boolean => minor.has(list);

/** Asks every list of addresses. */
export async function lookUpBlockLists(ip: string, reputation: Pick<Reputation, 'listed'>): Promise<Listing[]> {
  return (await reputation.listed(ip)).map(({ list, state, text }) => ({
    list,
    isListed: state === 'NOT_ASKED' ? null : state === 'LISTED',
    note: text.slice(0, 300) || null,
  }));
}

/** The names of those that matter and list the address. */
export const weightyListings = (listings: readonly Listing[]): string[] =>
  listings.filter(({ list, isListed }) => isListed === true && !isMinorList(list)).map(({ list }) => list);
