import type { WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import type { MainDeps } from '#main/deps';
import { noteSignedFile } from './signed-files.store';

/**
 * A key in a folder under which a file may arrive. Until something names the file the nightly sweep may have it
 * (`sweep-files.ts`): a process that ends here leaves nothing behind.
 */
export async function reserveKey(
  deps: Pick<MainDeps, 'db' | 'realClock'>,
  workspaceId: WorkspaceId,
  folder: string,
): Promise<string> {
  const storageKey = `${folder}${randomUUID()}`;
  await deps.db.tenantSql(workspaceId, (sql) =>
    noteSignedFile(workspaceId, sql, { storageKey, at: new Date(deps.realClock.now()) }),
  );
  return storageKey;
}
