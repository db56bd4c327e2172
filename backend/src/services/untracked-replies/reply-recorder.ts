import type { CampaignId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';
import type { SqlClient } from '#platform/db/database';

/**
 * Who turns a received mail into the state of the lead that wrote it: this service is handed one, because it does not
 * know what a reply leads to.
 */
export interface ReplyRecorder {
  /** @returns null when there is no such lead in a campaign */
  recordInbound(sql: SqlClient, given: MatchedInbound): Promise<{ campaignId: CampaignId; isStopped: boolean } | null>;
  /** Remembers that a lead also writes from this address, with what said so. */
  learnAlias(
    sql: SqlClient,
    given: { workspaceId: WorkspaceId; leadId: LeadId; email: string; evidence: unknown },
  ): Promise<void>;
}
