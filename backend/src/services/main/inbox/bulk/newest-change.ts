import type { SqlClient } from '#platform/db/database';
import { findNewestChange } from './inbox-changes.store';

/** Which change of everything matching a person is told of: the newest that is under way, or ended after a time (real time). */
export const newestChange = (workspaceId: number, sql: SqlClient, about: { userId: number; after: Date }) =>
  findNewestChange(workspaceId, sql, about);
