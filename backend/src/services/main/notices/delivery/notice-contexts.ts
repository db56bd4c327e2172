import type { UserId, WorkspaceId } from '@skein/contracts/ids';

/** What the sealed settings of a person's notifications are bound to: they open in no other person's row. */
export const slackContext = (workspaceId: WorkspaceId, userId: UserId) => `notice-slack:${workspaceId}:${userId}`;
export const webhookContext = (workspaceId: WorkspaceId, userId: UserId) => `notice-webhook:${workspaceId}:${userId}`;
