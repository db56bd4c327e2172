import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** What seeds of workspaces need of the main service. */
export interface OwnSeedPorts {
  hashCode: (text: string) => string;
  /** @throws Error when the product's mail server does not take it */
  mailCode: (email: string, code: string) => Promise<void>;
  /** Whether a block list of the workspace names the address. */
  isBlocked: (sql: SqlClient, workspaceId: WorkspaceId, email: string) => Promise<boolean>;
}
