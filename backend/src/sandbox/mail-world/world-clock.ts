/**
 * Campaign time as the mail world sees it. Real time-outs (sockets, logins) do not use it.
 */
export interface WorldClock {
  /** Campaign time now, in milliseconds since 1970. Must never go back. */
  now(): number;
}
