import type { LeadId } from '@skein/contracts/ids';
import type { BlockEntry } from '#platform/mail/untracked-blocks.store';
import type { SqlClient } from '#platform/db/database';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { Viewer } from './untracked-replies.store';

export type UndoClocks = Pick<ServiceDeps, 'campaignClock' | 'realClock'>;

/** An address that was forgotten, as it was learned. */
export interface ForgottenAddress {
  id: number;
  lead_id: LeadId;
  email: string;
  evidence: unknown;
  created_at: Date;
  /** By the clock that `created_at` is by. */
  forgotten_at: Date;
}

/** Lists that were saved, and what that set aside. */
interface SavedBlocks {
  before: readonly BlockEntry[];
  after: readonly BlockEntry[];
  /** Rows of the replies that were open. */
  ignored: readonly string[];
}

/** Who keeps what is undone among the recent changes of the inbox: this service is handed one. Each answers with the change's key there. */
export interface UndoKeeper {
  /** @returns null where the lead has no conversation that the person sees */
  keepForgottenAddress(
    clocks: UndoClocks,
    sql: SqlClient,
    viewer: Viewer,
    address: ForgottenAddress,
  ): Promise<string | null>;
  keepBlockLists(clocks: UndoClocks, sql: SqlClient, viewer: Viewer, saved: SavedBlocks): Promise<string>;
}
