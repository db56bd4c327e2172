import type { Contact, Engagement } from './hubspot-seed';

/** What the stand-in for HubSpot holds; every part of it reads and changes the same. */
export interface HubSpotState {
  contacts: Map<string, Contact>;
  engagements: Engagement[];
  /** Requests that the next ones are answered with instead: tests of limits and outages. */
  answerNext: { status: number; body: unknown; retryAfter?: number }[];
  /** Counts all requests of the API. */
  requests: { method: string; path: string }[];
  /** Codes of the sign-in that wait to be exchanged, with the address each was asked for. */
  codes: Map<string, string>;
  nextId: () => string;
  now: () => number;
}
