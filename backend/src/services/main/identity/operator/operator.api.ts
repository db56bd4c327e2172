export { deleteWorkspaceJob } from './operator.jobs';
export { writeDeleteAt } from './erase-workspace.store';
export { lockWorkspace, type LockedWorkspace } from './operator-workspaces.store';
