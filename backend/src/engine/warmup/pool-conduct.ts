/** What a workspace's emails did in the shared pool in the last 7 days, and what became of those that others sent to it. */
export interface PoolConduct {
  readonly sent: number;
  readonly inbox: number;
  readonly spam: number;
  readonly bounced: number;
  readonly received: number;
  /** Of `received`: accepted by its servers and never found in its mailboxes. */
  readonly lost: number;
}

/** Emails below which nothing is judged. */
const enough = 20;
const mostBounced = 0.1;
const mostSpam = 0.5;
const mostLost = 0.5;

/** A workspace that was put out of the shared pool can join again after this many days. */
export const poolReturnDays = 30;

/**
 * Why a workspace has to leave the shared pool, or null. The counts are of the whole workspace, so that one mailbox alone seldom decides.
 */
export function expulsionReason(conduct: PoolConduct): string | null {
  const { sent, inbox, spam, bounced, received, lost } = conduct;
  if (sent >= enough && bounced > sent * mostBounced)
    return `${bounced} of the ${sent} emails that your mailboxes sent to the pool in 7 days bounced; the limit is 10%.`;
  const known = inbox + spam;
  if (known >= enough && spam > known * mostSpam)
    return `${spam} of the ${known} emails that your mailboxes sent to the pool in 7 days landed in spam; the limit is 50%.`;
  if (received >= enough && lost > received * mostLost)
    return `${lost} of the ${received} pool emails sent to your mailboxes in 7 days were never found in them; the limit is 50%.`;
  return null;
}
