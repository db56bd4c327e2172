import { foldersContract } from '@skein/contracts/main/folders.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createFolder, deleteFolder, listFolders, renameFolder } from './folders';

export const foldersRoutes = (deps: MainDeps) =>
  routes(foldersContract)(deps, {
    listFolders: (d, { actor }) => listFolders(d, actor),
    createFolder: (d, { actor, body }) => createFolder(d, actor, body.name),
    renameFolder: (d, { actor, params, body }) => renameFolder(d, actor, params.folderId, body.name),
    deleteFolder: (d, { actor, params }) => deleteFolder(d, actor, params.folderId),
  });
