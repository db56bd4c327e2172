/**
 * The DNS block lists that are asked, each with the codes that its operator publishes. Those that ended are left out: SORBS (June 2024),
 * NiX Spam (January 2025), AHBL, NJABL, CBL (now part of Spamhaus XBL). A list that ends later names everything or nothing: the test points
 * of RFC 5782, section 5, show that before any of its answers is believed (`reputation.ts`).
 */
export interface BlockList {
  zone: string;
  name: string;
  lists: 'ip' | 'domain';
  /** What is asked of the list also for IPv6 addresses. */
  ipv6?: boolean;
  /** Published codes with their reason; null for an answer that is no listing. Empty: any answer in 127.0.0.0/8 is a listing. */
  codes: Record<string, string | null>;
  /** The last number is a sum of these, each a list of its own. */
  bits?: Record<number, string>;
  /** Further answers that refuse the query, in addition to 127.255.255.0/24. */
  refusals?: readonly string[];
  /** A name that is always listed, for lists of domains without the `test` of RFC 5782. */
  testName?: string;
  /** How many receivers are known to refuse by it. */
  weight: 'high' | 'medium' | 'low';
  /** Where its operator explains a listing and takes requests to be removed. */
  page: string;
}
