import type { WorkspaceId } from '@skein/contracts/ids';
import { fixedCategories, systemCategories } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';
import { hasCustomCategory } from './categories.store';

const builtIn: ReadonlySet<number> = new Set([...fixedCategories, ...systemCategories].map(({ id }) => id));

/** Whether leads of this workspace can have a category: fixed and system categories belong to everybody, a custom one to its workspace. */
export const isKnownCategory = async (workspaceId: WorkspaceId, sql: SqlClient, categoryId: number): Promise<boolean> =>
  builtIn.has(categoryId) || (await hasCustomCategory(workspaceId, sql, categoryId));
