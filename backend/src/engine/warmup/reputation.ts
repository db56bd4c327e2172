/** Where the warmup mails of a time landed first. */
export interface Landings {
  readonly inbox: number;
  readonly spam: number;
  readonly bounced: number;
}

/** Mails whose place is known before the figure steers anything. */
const enough = 10;
/** Below it the amount is halved; below the second the ramp stands still. */
const poor = 70;
const fair = 85;

/**
 * Reputation 0 to 100: of the warmup mails whose place is known, the share that reached the inbox by itself. A mail that was
 * rescued from spam afterwards stays one that landed in spam. null while nothing is known.
 */
export function reputationOf({ inbox, spam, bounced }: Landings): number | null {
  const known = inbox + spam + bounced;
  return known === 0 ? null : Math.round((100 * inbox) / known);
}

/** What auto-adjust does with a reputation: go on, hold the ramp, or send half. */
export function adjustmentFor(landings: Landings): 'NONE' | 'HOLD' | 'HALVE' {
  const reputation = reputationOf(landings);
  if (reputation === null || landings.inbox + landings.spam + landings.bounced < enough || reputation >= fair)
    return 'NONE';
  return reputation < poor ? 'HALVE' : 'HOLD';
}

/** Warmup stops by itself when this many of a mailbox's warmup mails of a week came back, and they are this share of all. */
const bounceBlockCount = 3;
const bounceBlockShare = 0.1;

export const isBounceBlocked = (sent: number, bounced: number): boolean =>
  bounced >= bounceBlockCount && bounced > sent * bounceBlockShare;
