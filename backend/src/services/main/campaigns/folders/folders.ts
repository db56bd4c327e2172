import type { SqlClient } from '#platform/db/database';
import { isUniqueViolation } from '#platform/db/unique-violation';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import {
  countWithoutFolder,
  findFolders,
  insertFolder,
  removeFolder,
  renameFolderRow,
  type FolderRow,
} from './folders.store';

type FolderDeps = Pick<MainDeps, 'db' | 'live'>;

export const listFolders = (deps: FolderDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    folders: await findFolders(who.workspaceId, sql, scopeOf(who)),
    without_folder: await countWithoutFolder(who.workspaceId, sql, scopeOf(who)),
  }));

/** @throws SkeinError VALIDATION for a name that is taken */
export const createFolder = (deps: FolderDeps, who: Who, name: string) =>
  change(deps, who, (sql) => insertFolder(who.workspaceId, sql, name));

/** @throws SkeinError VALIDATION for a name that is taken */
export const renameFolder = (deps: FolderDeps, who: Who, folderId: number, name: string) =>
  change(deps, who, async (sql) => {
    if (!(await renameFolderRow(who.workspaceId, sql, folderId, name))) throw notFound('This folder');
    return folderId;
  });

/** Deletes a folder; its campaigns stay, in no folder. */
export const deleteFolder = (deps: FolderDeps, who: Who, folderId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await removeFolder(who.workspaceId, sql, folderId))) throw notFound('This folder');
    await deps.live.publish(sql, who.workspaceId, ['folders', 'campaigns']);
    return { done: true as const };
  });

async function change(deps: FolderDeps, who: Who, write: (sql: SqlClient) => Promise<number>): Promise<FolderRow> {
  try {
    return await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const id = await write(sql);
      await deps.live.publish(sql, who.workspaceId, ['folders', 'campaigns']);
      return (await findFolders(who.workspaceId, sql, scopeOf(who), id))[0] as FolderRow;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is taken by another folder');
    throw error;
  }
}
