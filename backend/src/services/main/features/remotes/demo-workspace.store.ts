import type { Database } from '../../../../platform/db/database';

/** Whether this is the workspace that the sandbox made for whoever started it. */
export const isDemoWorkspace = (db: Database, workspaceId: number): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) =>
      (await tx.workspace.findUnique({ where: { id: workspaceId }, select: { is_demo: true } }))?.is_demo === true,
  );
