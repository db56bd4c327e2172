/** How large a storm's world is, and how much of the storm strikes those that read. */
export interface StormSize {
  mailboxes: number;
  /** Leads that wait for their first mail at least. */
  waiting: number;
  /** Minutes of campaign time between two rounds in which every mailbox sends at most once. */
  pace: number;
  /** Workers that send at the same time, and those that wait to take a dead one's place. */
  senders: number;
  spares: number;
  /** Processes that read the inboxes at the same time. */
  readers: number;
  /** Mailboxes that one of them holds at most; no limit if not given. */
  readerCapacity?: number;
  /** Of all kills, those of processes that read. */
  readerShare: number;
  /** Multiplies the replies that arrive in the mailboxes of a reader that has just died. */
  repliesFactor: number;
}

export const usualStorm: StormSize = {
  mailboxes: 24,
  waiting: 120,
  pace: 12,
  senders: 4,
  spares: 3,
  readers: 2,
  readerShare: 0.2,
  repliesFactor: 1,
};

/**
 * A fleet: six processes share 300 mailboxes, at most 60 each, so that five of them hold all of it. When one dies the
 * others have no room for what it held, and when two are away 60 to 120 mailboxes are unread for seconds while mail
 * arrives in them. The pace is slow because a round plans for all of it.
 */
export const fleetStorm: StormSize = {
  mailboxes: 300,
  waiting: 120,
  pace: 60,
  senders: 4,
  spares: 3,
  readers: 6,
  readerCapacity: 60,
  readerShare: 0.5,
  repliesFactor: 3,
};

/** For each death once (deaths.ts): two processes that read share the mailboxes, so that what one held is unread until another comes. */
export const smallStorm: StormSize = {
  ...usualStorm,
  pace: 36,
  mailboxes: 12,
  waiting: 24,
  senders: 2,
  spares: 1,
  readerCapacity: 6,
};
