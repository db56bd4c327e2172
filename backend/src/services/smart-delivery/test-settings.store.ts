import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { TestRecord } from './tests.store';

/** Holds a test against others who change it, or begin its due run, until the transaction ends. */
export const lockTest = (workspaceId: WorkspaceId, sql: SqlClient, testId: number) =>
  sql.query('select from placement_test where workspace_id = $1 and id = $2 for no key update', [workspaceId, testId]);

/** Name, place, schedule and rules of a test as they are from now on. */
type TestSettings = Pick<
  TestRecord,
  | 'id'
  | 'name'
  | 'folder_id'
  | 'description'
  | 'every_days'
  | 'cron'
  | 'time_zone'
  | 'ends_at'
  | 'next_run_at'
  | 'pass_percent'
  | 'rest_below'
  | 'below_runs'
  | 'cap_to'
  | 'moves_leads'
  | 'pauses_step'
  | 'notifies'
>;

export const changeTest = (workspaceId: WorkspaceId, sql: SqlClient, test: TestSettings) =>
  sql.query(
    `
      update placement_test
      set name = $3, folder_id = $4, description = $5, every_days = $6, cron = $7, time_zone = $8, ends_at = $9,
        next_run_at = $10, pass_percent = $11, rest_below = $12, below_runs = $13, cap_to = $14, moves_leads = $15,
        pauses_step = $16, notifies = $17
      where workspace_id = $1 and id = $2
    `,
    [
      workspaceId,
      test.id,
      test.name,
      test.folder_id,
      test.description,
      test.every_days,
      test.cron,
      test.time_zone,
      test.ends_at,
      test.next_run_at,
      test.pass_percent,
      test.rest_below,
      test.below_runs,
      test.cap_to,
      test.moves_leads,
      test.pauses_step,
      test.notifies,
    ],
  );
