import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { MailServer } from './mail-server';
import type { SmtpFailure } from './smtp-failure';

/** A campaign's email that leaves through a dedicated server instead of its mailbox's own. */
interface RelayedMail {
  workspaceId: WorkspaceId;
  /** An email to a lead, or one of a placement test of the campaign. */
  mail: { intentId: string } | { placementMailId: number };
  campaignId: CampaignId;
  groupId: number;
}

/** The server that was chosen, with the row that counts against its daily volume. */
export interface RelayTicket {
  id: string;
  serverId: number;
  server: MailServer;
}

/** What became of an email at the server. RELEASED: it never left, and counts as nothing. */
export type RelayOutcome =
  | { state: 'SENT'; code: number; response: string }
  | { state: 'IN_DOUBT' | 'DEFERRED' | 'REFUSED'; failure: SmtpFailure }
  | { state: 'RELEASED'; failure: SmtpFailure | null };

/** The dedicated servers of all groups, as senders read them. */
export interface Relays {
  /**
   * Chooses a healthy server with room by the rotation of the group and takes its place there.
   * @param now campaign time in milliseconds
   * @returns or when to ask again (campaign time) because every server is down, resting or full
   */
  take(mail: RelayedMail, now: number): Promise<RelayTicket | { waitUntil: number }>;
  /** Never throws for a database that is away: what is not settled stays counted. */
  settle(ticket: RelayTicket, outcome: RelayOutcome): Promise<void>;
}
