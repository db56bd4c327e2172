/** Where a workspace's own uploads for replies lie. */
export const uploadFolder = (workspaceId: number): string => `inbox/${workspaceId}/uploads/`;
