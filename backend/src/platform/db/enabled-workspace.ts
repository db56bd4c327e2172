/**
 * SQL condition for what is claimed over all workspaces: nothing is sent for a disabled one, and what it has waits where it is. One look at a small
 * index for the whole statement, whatever the number of rows.
 * @param column that holds the workspace id
 */
export const inEnabledWorkspace = (column = 'workspace_id'): string =>
  `${column} <> all (array(select id from workspace where disabled_at is not null))`;
