/** SQL: what a workspace, `$1`, has of what its plan limits. */
export const planCounts = {
  senders: 'select count(*)::int as used from mailbox where workspace_id = $1 and deleted_at is null',
  sequences: `select count(*)::int as used from campaign where workspace_id = $1 and status <> 'ARCHIVED'`,
} as const;
