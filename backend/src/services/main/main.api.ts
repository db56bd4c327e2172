import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { createSeedCodeMail, lookOfEmail, lookOfWorkspace } from '#identity/identity.api';
import { isOnAnyBlockList } from '#leads/leads.api';
import { learnAlias, recordInbound, recordUnsubscribe, recordVisits } from '#lifecycle/lifecycle.api';
import type { MainDeps } from './deps';

/** What visits and replies lead to, for the services that receive them: handed in where they are started. */
export const visitRecorder = { recordVisits, recordUnsubscribe, lookOf: lookOfEmail, lookOfWorkspace };
export const replyRecorder = { recordInbound, learnAlias };
export { untrackedUndos } from '#inbox/inbox.api';

/** What seed mailboxes of a workspace are confirmed with: handed in where placement tests are started. */
export const createOwnSeedPorts = (deps: Pick<MainDeps, 'config' | 'hashSecret' | 'masterKey'>) => ({
  ...createSeedCodeMail(deps),
  isBlocked: (sql: SqlClient, workspaceId: WorkspaceId, email: string) =>
    isOnAnyBlockList(deps, sql, workspaceId, email),
});

export { createCodeMail } from '#identity/identity.api';
export { createReportPorts, noteOperatorAction } from '#identity/identity.api';
export { leadBack } from '#mailboxes/sign-in/lead-back';
