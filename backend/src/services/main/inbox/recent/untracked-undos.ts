import type { LeadId } from '@skein/contracts/ids';
import type { BlockEntry } from '#platform/mail/untracked-blocks.store';
import type { SqlClient } from '#platform/db/database';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { Who } from '#access/access.api';
import { keepRecordChange } from '../bulk/keep-record-change';
import { findConversations } from '../conversations/conversation-scope.store';
import { findLeadConversations } from './untracked-undos.store';

type Clocks = Pick<ServiceDeps, 'campaignClock' | 'realClock'>;

interface ForgottenAddress {
  id: number;
  lead_id: LeadId;
  email: string;
  evidence: unknown;
  created_at: Date;
  forgotten_at: Date;
}

/** Keeps an address that was forgotten with a conversation of its lead, with which it goes. */
async function keepForgottenAddress(
  clocks: Clocks,
  sql: SqlClient,
  who: Who,
  { id, lead_id: leadId, email, evidence, created_at: learnedAt, forgotten_at: at }: ForgottenAddress,
): Promise<string | null> {
  const [conversation] = await findConversations(sql, who, await findLeadConversations(who.workspaceId, sql, leadId));
  if (!conversation) return null;
  return keepRecordChange(clocks, sql, who, {
    action: { do: 'forget_address' },
    of: {
      enrolmentId: conversation.id,
      before: {
        alias_id: id,
        email,
        evidence: JSON.stringify(evidence),
        learned_at: learnedAt.toISOString(),
        forgotten_at: at.toISOString(),
      },
    },
  });
}

interface SavedBlocks {
  before: readonly BlockEntry[];
  after: readonly BlockEntry[];
  ignored: readonly string[];
}

const keepBlockLists = (clocks: Clocks, sql: SqlClient, who: Who, saved: SavedBlocks): Promise<string> =>
  keepRecordChange(clocks, sql, who, { action: { do: 'block_lists', ...saved } });

/** What of untracked replies is undone here, for the service that does it. */
export const untrackedUndos = { keepForgottenAddress, keepBlockLists };
