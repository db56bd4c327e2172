/** What of a brand is proven by DNS, and which addresses may therefore be written in its name. Pure. */

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Whether a domain is the host name or below it. */
export const isCovered = (domain: string, host: string | null): boolean =>
  host !== null && (domain === host || domain.endsWith(`.${host}`));

/** What is proven now; null: not proven, or none. */
export interface BrandProof {
  host: string | null;
  /** An address. */
  sender: string | null;
}

/** Whether mail to this address goes to the people who proved host name or sender. */
export const isProvenAddress = (address: string, { host, sender }: BrandProof): boolean =>
  isCovered(domainOf(address), host) || (sender !== null && domainOf(address) === domainOf(sender));
