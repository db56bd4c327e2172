import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { insertAlias } from './learn-alias.store';

/** An address that a lead writes from as well, and what said so. */
interface LearnedAlias {
  workspaceId: WorkspaceId;
  leadId: LeadId;
  email: string;
  evidence: unknown;
}

/** Remembers that a lead also writes from this address: what comes from it is theirs from now on. Doing it twice changes nothing. */
export const learnAlias = (sql: SqlClient, { evidence, ...alias }: LearnedAlias): Promise<void> =>
  insertAlias(sql, { ...alias, evidence: JSON.stringify(evidence) });
