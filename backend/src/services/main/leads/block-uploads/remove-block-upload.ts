import type { MainDeps } from '#main/deps';
import { changeBlockUpload, findBlockUpload } from './block-uploads.store';
import { removeUploadEntries } from './undo-block-upload.store';

const batch = 5_000;

/** Takes the entries off in batches; repeated after a crash, it goes on with what is left. */
export async function removeBlockUpload(
  deps: Pick<MainDeps, 'db' | 'realClock' | 'live'>,
  payload: { workspaceId: number; uploadId: number },
): Promise<void> {
  const { workspaceId, uploadId } = payload;
  const run = await deps.db.tenantSql(workspaceId, async (sql) => {
    const upload = await findBlockUpload(workspaceId, sql, { key: { id: uploadId }, scopes: null, lock: true });
    if (upload?.status !== 'UNDOING') return null;
    await changeBlockUpload(workspaceId, sql, uploadId, { run: upload.run + 1 });
    return upload.run + 1;
  });
  if (run === null) return;
  for (let isMore = true; isMore;) {
    isMore = await deps.db.tenantSql(workspaceId, async (sql) => {
      const left = await removeUploadEntries(workspaceId, sql, { id: uploadId, run }, batch);
      if (!left)
        await changeBlockUpload(workspaceId, sql, uploadId, {
          status: 'UNDONE',
          undone_at: new Date(deps.realClock.now()),
        });
      await deps.live.publish(sql, workspaceId, ['block-list']);
      return left;
    });
  }
}
