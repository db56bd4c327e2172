/** What the sealed settings of a person's notifications are bound to: they open in no other person's row. */
export const slackContext = (workspaceId: number, userId: number) => `notice-slack:${workspaceId}:${userId}`;
export const webhookContext = (workspaceId: number, userId: number) => `notice-webhook:${workspaceId}:${userId}`;
