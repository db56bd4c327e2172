/**
 * Campaign time as the mail world sees it. Real time-outs (sockets, logins) do not use it.
 */
export interface WorldClock {
  /**
   * Campaign time now, in milliseconds since 1970. Must never go back.
   * @param addresses whose time: the mailboxes that something happens between; while a past is made, some of them live in it
   */
  now(addresses: readonly string[]): number;
}
