/**
 * SQL condition for what is claimed over all workspaces: nothing is sent for a disabled one, and what it has waits
 * where it is. One look at a small index for the whole statement, whatever the number of rows.
 * @param column that holds the workspace id
 */
export const inEnabledWorkspace = (column = 'workspace_id'): string =>
  `${column} <> all (array(select id from workspace where disabled_at is not null))`;

/**
 * SQL condition for what an engine claims over all workspaces: one whose past is still being made (`history_until`) is
 * worked for by the engine whose clock is in that past, and by no other; and an engine whose clock is in a past works
 * for nobody else. Two looks at a small index for the whole statement; outside the sandbox there is nothing in it, and
 * no workspace is read.
 * @param now placeholder of the engine's campaign time
 * @param column that holds the workspace id
 */
export const inItsTime = (now: string, column = 'workspace_id'): string =>
  `${column} <> all (array(
    select id from workspace where history_until <= ${now}::timestamptz
    union all
    select id from workspace where history_until is null and exists (select from workspace where history_until > ${now}::timestamptz)
  ))`;
