import type { WorkspaceId } from '@skein/contracts/ids';

/** Where a workspace's own uploads for replies lie. */
export const uploadFolder = (workspaceId: WorkspaceId): string => `inbox/${workspaceId}/uploads/`;
